import { monitorEventLoopDelay } from 'node:perf_hooks';
import { STATUS_PARTS, t, type Capability, type Health, type StatusPart, type StatusPartId } from '@parley/core';
import { isServiceFault } from '../chat/model/service-fault.ts';
import type { Backends } from '../chat/modes/mode.ts';
import { speak } from '../language/speak.ts';
import type { Storage } from '../storage/storage.ts';
import { HealthLog } from './health-log.ts';

/** Interval for measuring parts that do not report their own results. */
const MEASURED_EVERY_MS = 60_000;
const SLOW_STORAGE_MS = 1_000;
const STUCK_MS = 1_000;
/** Made outside of any request: what is recorded is English, and translated for each reader. */
const BUSY = t`The server is busy and slow to respond.`;
const STORAGE_SLOW = t`Storage is slow to respond.`;
const STORAGE_DOWN = t`Storage isn’t responding.`;

export interface StatusDependencies {
  storage: Pick<Storage, 'ping'>;
  backends: Backends;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Health of all parts for the status page: recorded from real requests, and measured once a minute. In memory only. */
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

  /** Records a result of this part. */
  record(part: StatusPartId, health: Health, reason?: string): void {
    this.#logs[part].add(health, this.#dependencies.now(), reason);
  }

  /** Records a failure of this part, unless the message caused it. */
  recordFailure(part: StatusPartId, error: unknown): void {
    if (isServiceFault(error)) this.record(part, 'down', error.message);
  }

  /** Measures every minute until the returned function is called. */
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
    this.#recordSetAside();
    const now = this.#dependencies.now();
    const { transcriber, speaker } = this.#dependencies.backends;
    const absent = [transcriber ? null : 'transcription', speaker ? null : 'speech'];
    return STATUS_PARTS.filter(({ id }) => !absent.includes(id)).map(({ id, label }) => {
      const log = this.#logs[id];
      return { id, label, status: null, ...log.latest(now), lastHour: log.lastHour(now) };
    });
  }

  /** Measures every part that does not report its own results, unless done within this minute. Never rejects. */
  #measure(): Promise<void> {
    const now = this.#dependencies.now();
    if (!this.#measuring || now - this.#measuring.at >= MEASURED_EVERY_MS) {
      this.#measuring = { at: now, done: this.#ask() };
    }
    return this.#measuring.done;
  }

  async #ask(): Promise<void> {
    const { model, imageModel, transcriber, speaker } = this.#dependencies.backends;
    this.#recordDelay();
    await Promise.all([
      this.#ping(),
      model.capabilities().then(({ answers }) => this.#recordCapability('model', answers)),
      imageModel.capability().then((capability) => this.#recordCapability('image', capability)),
      transcriber?.capability().then((capability) => this.#recordCapability('transcription', capability)),
      speaker?.capability().then((capability) => this.#recordCapability('speech', capability)),
    ]);
  }

  /** Records the models whose provider is set aside, beside those that can be asked. */
  #recordSetAside(): void {
    const { models } = this.#dependencies.backends;
    const aside = models.all.filter((model) => models.isSetAside(model));
    if (aside.length === 0) return;
    const labels = aside.map(({ label }) => label).join(', ');
    this.record(
      'model',
      'down',
      speak('en', () => t`Not answering right now: ${labels}.`),
    );
    if (aside.length < models.all.length) this.record('model', 'operational');
  }

  #recordDelay(): void {
    const isStuck = this.#delay.percentile(99) / 1e6 > STUCK_MS;
    this.#delay.reset();
    if (isStuck) this.record('api', 'degraded', BUSY);
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
      if (isSlow) this.record('storage', 'degraded', STORAGE_SLOW);
      else this.record('storage', 'operational');
    } catch {
      this.record('storage', 'down', STORAGE_DOWN);
    }
  }
}
