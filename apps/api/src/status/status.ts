import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
  AppError,
  STATUS_PARTS,
  type Capability,
  type ErrorCode,
  type Health,
  type StatusPart,
  type StatusPartId,
} from '@parley/core';
import type { Backends } from '../chat/modes/run-mode.ts';
import type { Storage } from '../storage/storage.ts';
import { HealthLog } from './health-log.ts';

/** How often the parts are asked that do not tell by themselves. */
const MEASURED_EVERY_MS = 60_000;
const SLOW_STORAGE_MS = 1_000;
const STUCK_MS = 1_000;
/** Errors that say something about the question or its asker, not about the model. */
const NOT_ITS_FAULT: ReadonlySet<ErrorCode> = new Set([
  'model-filtered',
  'model-too-long',
  'model-out-of-room',
  'model-rejected',
]);

export interface StatusDependencies {
  storage: Pick<Storage, 'ping'>;
  backends: Backends;
  /** Epoch milliseconds. */
  now: () => number;
}

/** What the status page shows: gathered from what really happens, and once a minute by asking. Kept in memory only. */
export class Status {
  readonly #dependencies: StatusDependencies;
  readonly #logs: Record<StatusPartId, HealthLog>;
  readonly #delay = monitorEventLoopDelay();
  #measuring: { done: Promise<void>; at: number } | null = null;

  constructor(dependencies: StatusDependencies) {
    this.#dependencies = dependencies;
    this.#logs = Object.fromEntries(STATUS_PARTS.map(({ id }) => [id, new HealthLog()])) as Record<
      StatusPartId,
      HealthLog
    >;
    this.#delay.enable();
  }

  /** Something happened to this part. */
  record(part: StatusPartId, health: Health, reason?: string): void {
    this.#logs[part].add(health, this.#dependencies.now(), reason);
  }

  /** This part failed with what it threw, which says nothing of it where the question was the reason. */
  recordFailure(part: StatusPartId, error: unknown): void {
    if (error instanceof AppError && !NOT_ITS_FAULT.has(error.code)) this.record(part, 'down', error.message);
  }

  /** Measures every minute until the function it returns is called. */
  start(): () => void {
    void this.#measure();
    const timer = setInterval(() => void this.#measure(), MEASURED_EVERY_MS);
    timer.unref();
    return () => {
      clearInterval(timer);
      this.#delay.disable();
    };
  }

  async report(): Promise<StatusPart[]> {
    await this.#measure();
    const now = this.#dependencies.now();
    return STATUS_PARTS.map(({ id, label }) => {
      const log = this.#logs[id];
      return { id, label, status: null, ...log.latest(now), lastHour: log.lastHour(now) };
    });
  }

  /** Asks every part that does not tell by itself, unless that was done within this minute. Never rejects. */
  #measure(): Promise<void> {
    const now = this.#dependencies.now();
    if (!this.#measuring || now - this.#measuring.at >= MEASURED_EVERY_MS) {
      this.#measuring = { at: now, done: this.#ask() };
    }
    return this.#measuring.done;
  }

  async #ask(): Promise<void> {
    const { model, imageModel } = this.#dependencies.backends;
    this.#recordDelay();
    await Promise.all([
      this.#ping(),
      model.capabilities().then(({ answers }) => this.#recordCapability('model', answers)),
      imageModel.capability().then((capability) => this.#recordCapability('image', capability)),
    ]);
  }

  #recordDelay(): void {
    const isStuck = this.#delay.percentile(99) / 1e6 > STUCK_MS;
    this.#delay.reset();
    if (isStuck) this.record('api', 'degraded', 'The server is busy and answers late.');
    else this.record('api', 'operational');
  }

  #recordCapability(part: StatusPartId, { ok, reason }: Capability): void {
    this.record(part, ok ? 'operational' : 'down', reason);
  }

  async #ping(): Promise<void> {
    const begun = performance.now();
    try {
      await this.#dependencies.storage.ping();
      const isSlow = performance.now() - begun > SLOW_STORAGE_MS;
      if (isSlow) this.record('storage', 'degraded', 'The storage answers late.');
      else this.record('storage', 'operational');
    } catch {
      this.record('storage', 'down', 'The storage does not answer.');
    }
  }
}
