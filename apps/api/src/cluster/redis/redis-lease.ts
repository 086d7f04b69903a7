import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Lease } from '../lease.ts';
import type { RedisConnection } from './redis-connection.ts';
import { endOfLease, givingUp, renewal } from './scripts.ts';

const PATIENCE_MS = 2_000;

/**
 * Lease in Redis, renewed three times per lease length. While Redis is away no process can be declared dead, so this
 * one carries on. If it alone has lost its connection, the store rejects its writes to replies that others have ended.
 */
export class RedisLease implements Lease {
  readonly #connection: RedisConnection;
  readonly #lengthMs: number;
  readonly #logger: Logger;
  readonly #onLost: (() => void)[] = [];
  readonly #onRenewed: (() => void)[] = [];
  #id = randomUUID();
  /** Wall-clock time, because it advances while a machine sleeps. */
  #certainUntil = 0;
  /** Since when no renewal has failed, by `performance.now()`; null after a failure. */
  #renewedSince: number | null = null;
  #renewing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: RedisConnection, lengthMs: number, logger: Logger) {
    this.#connection = connection;
    this.#lengthMs = lengthMs;
    this.#logger = logger;
    connection.onUp(() => void this.#renew());
  }

  get id(): string {
    return this.#id;
  }

  /** Resolves when the lease is held or cannot be acquired for now. */
  async open(): Promise<void> {
    await this.#renew();
    this.#timer = setInterval(() => void this.#renew(), this.#lengthMs / 3);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#connection.ask((client) => client.zRem(...endOfLease(this.#id)));
  }

  get isDoubtful(): boolean {
    return Date.now() > this.#certainUntil;
  }

  async settled(): Promise<void> {
    while (this.isDoubtful) await this.#renew();
  }

  onLost(callback: () => void): void {
    this.#onLost.push(callback);
  }

  onRenewed(callback: () => void): void {
    this.#onRenewed.push(callback);
  }

  /** Whether Redis took the last renewal. A Redis that is full or read-only answers, but takes none. */
  get isRenewed(): boolean {
    return this.#renewedSince !== null;
  }

  async findDead(owners: string[]): Promise<string[]> {
    // After an outage, living processes need one lease length to renew.
    const isSettled = this.#renewedSince !== null && performance.now() - this.#renewedSince >= this.#lengthMs;
    if (owners.length === 0 || !isSettled) return [];
    return (await this.#connection.ask((client) => client.giveUp(givingUp(owners, this.#lengthMs)))) ?? [];
  }

  #renew(): Promise<void> {
    this.#renewing ??= this.#renewOnce().finally(() => (this.#renewing = null));
    return this.#renewing;
  }

  async #renewOnce(): Promise<void> {
    let asked = Date.now();
    let isHeld = await this.#ask(this.#id);
    if (isHeld === null && this.isDoubtful) {
      // A process that wakes up may find its connection broken; that failure is not an answer.
      await this.#connection.waitUntilUp(PATIENCE_MS);
      asked = Date.now();
      isHeld = await this.#ask(this.#id);
    }
    if (isHeld === null) this.#renewedSince = null;
    else this.#renewedSince ??= performance.now();
    if (isHeld === 0) await this.#restart();
    this.#certainUntil = (isHeld === null ? Date.now() : asked) + this.#lengthMs;
    if (isHeld === 1) for (const callback of this.#onRenewed) callback();
  }

  async #restart(): Promise<void> {
    const id = randomUUID();
    await this.#ask(id);
    this.#id = id;
    this.#logger.warn('the other processes had given this one up; its replies are not its own any more');
    for (const callback of this.#onLost) callback();
  }

  #ask(id: string): Promise<number | null> {
    return this.#connection.ask((client) => client.renew(renewal(id, this.#lengthMs)));
  }
}
