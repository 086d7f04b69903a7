import type { Logger } from 'pino';
import { createClient } from 'redis';
import { SCRIPTS } from './scripts.ts';

/** How often it is looked whether Redis answers, and how long it may take. */
const LOOK_MS = 500;
const PATIENCE_MS = 1_500;
const LONGEST_WAIT_MS = 1_000;
/** Silence of a connection that was not even made whole. */
const SILENT_MS = 5_000;

/** Commands that wait for a Redis that is too slow; more are refused. */
const MOST_WAITING = 50_000;

export type RedisClient = RedisConnection['client'];

/**
 * The one connection of this process to Redis. Commands fail at once while it is away, and within seconds when it does
 * not answer; it is connected anew by itself for as long as it takes.
 */
export class RedisConnection {
  readonly client;
  readonly #logger: Logger;
  readonly #onUp = new Set<() => void>();
  #looking: NodeJS.Timeout | undefined;
  #asked: number | null = null;
  #lookedAt = 0;
  #wasUp = false;
  #upSince = 0;
  #isClosed = false;

  constructor(url: string, logger: Logger) {
    this.#logger = logger;
    this.client = createClient({
      url,
      scripts: SCRIPTS,
      disableOfflineQueue: true,
      commandsQueueMaxLength: MOST_WAITING,
      maintNotifications: 'disabled',
      socket: {
        connectTimeout: PATIENCE_MS,
        socketTimeout: SILENT_MS,
        reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 8), LONGEST_WAIT_MS),
      },
    });
    this.client.on('ready', () => this.#up());
    this.client.on('error', (error: unknown) => this.#down(error));
  }

  /** Whether commands are answered, as far as is known. */
  get isUp(): boolean {
    return this.client.isReady;
  }

  /** For how many milliseconds it has been up without a break; 0 while it is not. */
  get upForMs(): number {
    return this.isUp ? Date.now() - this.#upSince : 0;
  }

  /** Resolves when Redis is there, or when it was waited for long enough. */
  async open(): Promise<void> {
    this.#connect();
    await this.waitUntilUp(PATIENCE_MS);
    if (!this.isUp) this.#logger.warn('Redis cannot be reached; this process works alone until it can');
    this.#looking = setInterval(() => this.#look(), LOOK_MS);
  }

  /** Resolves when it is up, or when the time is over. */
  async waitUntilUp(ms: number): Promise<void> {
    if (this.isUp) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const timer = setTimeout(done, ms);
      const stop = this.onUp(done);
    });
  }

  /** Calls back each time Redis is there, or there again. Returns what stops it. */
  onUp(callback: () => void): () => void {
    this.#onUp.add(callback);
    return () => this.#onUp.delete(callback);
  }

  /** What a command answers; null when it did not in time, or failed. */
  async ask<T>(command: (client: RedisClient) => Promise<T>): Promise<T | null> {
    if (!this.isUp) return null;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, null)));
    return Promise.race([this.#send(command), late]).finally(() => clearTimeout(timer));
  }

  /** Gives a command whose answer nobody waits for, if it can be given. */
  tell(command: (client: RedisClient) => Promise<unknown>): void {
    if (this.isUp) void this.#send(command);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#looking);
    this.client.destroy();
  }

  #send<T>(command: (client: RedisClient) => Promise<T>): Promise<T | null> {
    return command(this.client).catch((error: unknown) => {
      if (this.isUp) this.#logger.warn({ err: error }, 'Redis refused a command');
      return null;
    });
  }

  #connect(): void {
    // Fails only when it is closed meanwhile: what else goes wrong is told as an event, and tried again.
    this.client.connect().catch(() => {});
  }

  #up(): void {
    this.#asked = null;
    this.#upSince = Date.now();
    if (this.#wasUp) this.#logger.info('Redis is back');
    this.#wasUp = true;
    for (const callback of this.#onUp) callback();
  }

  #down(error: unknown): void {
    if (this.#upSince === 0 || this.#isClosed) return;
    this.#upSince = 0;
    this.#logger.warn({ err: error }, 'Redis is away; this process works alone until it is back');
  }

  /** A connection on which nothing is answered looks whole for minutes. */
  #look(): void {
    if (!this.isUp) return;
    const now = performance.now();
    // A process that did not run for a while has not read the answer yet.
    const wasAway = now - this.#lookedAt > 3 * LOOK_MS;
    this.#lookedAt = now;
    if (this.#asked !== null && wasAway) this.#asked = now;
    if (this.#asked === null) {
      this.#asked = now;
      this.client.ping().then(
        () => (this.#asked = null),
        () => (this.#asked = null),
      );
    } else if (now - this.#asked > PATIENCE_MS) {
      this.#asked = null;
      this.#down(new Error('Redis does not answer.'));
      this.client.destroy();
      this.#connect();
    }
  }
}
