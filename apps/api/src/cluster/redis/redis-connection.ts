import type { Logger } from 'pino';
import { createClient } from 'redis';
import { SCRIPTS } from './scripts.ts';

/** Interval of the health check, in milliseconds. */
const LOOK_MS = 500;
const PATIENCE_MS = 1_500;
const LONGEST_WAIT_MS = 1_000;
/** Socket timeout; also covers connections that never complete their handshake. */
const SILENT_MS = 5_000;

/** Commands queued for a slow Redis; more are rejected. */
const MOST_WAITING = 50_000;

/** A Redis that is full refuses every write: one line for all refusals of this long. */
const REFUSALS_MS = 5_000;

export type RedisClient = RedisConnection['client'];

/**
 * This process's only connection to Redis. Commands fail at once while Redis is away, and within seconds when it does
 * not answer. Reconnects by itself, indefinitely.
 */
export class RedisConnection {
  readonly client;
  readonly #logger: Logger;
  readonly #onUp = new Set<() => void>();
  #looking: NodeJS.Timeout | undefined;
  #asked: number | null = null;
  #lookedAt = 0;
  #wasUp = false;
  #isAway = true;
  #refusedAt = -REFUSALS_MS;
  #isClosed = false;
  /** The last error of the connection, which says at the start why Redis cannot be reached. */
  #lastError: unknown;

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

  /** Whether commands are answered, as far as we know. */
  get isUp(): boolean {
    return this.client.isReady;
  }

  /** Connects; resolves when Redis is ready or the timeout has passed. */
  async open(): Promise<void> {
    this.#connect();
    await this.waitUntilUp(PATIENCE_MS);
    if (!this.isUp) {
      this.#logger.warn({ err: this.#lastError }, 'Redis cannot be reached; this process works alone until it can');
    }
    this.#looking = setInterval(() => this.#look(), LOOK_MS);
  }

  /** Resolves when the connection is up or `ms` have passed. */
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

  /** Calls back on each connect and reconnect. Returns the unsubscribe function. */
  onUp(callback: () => void): () => void {
    this.#onUp.add(callback);
    return () => this.#onUp.delete(callback);
  }

  /** Runs a command and returns its result; null when it failed or timed out. */
  async ask<T>(command: (client: RedisClient) => Promise<T>): Promise<T | null> {
    if (!this.isUp) return null;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, null)));
    return Promise.race([this.#run(command), late]).finally(() => clearTimeout(timer));
  }

  /** Sends a command without waiting for its result; does nothing while disconnected. */
  send(command: (client: RedisClient) => Promise<unknown>): void {
    if (this.isUp) void this.#run(command);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#looking);
    this.client.destroy();
  }

  #run<T>(command: (client: RedisClient) => Promise<T>): Promise<T | null> {
    return command(this.client).catch((error: unknown) => {
      if (this.isUp) this.#refused(error);
      return null;
    });
  }

  #refused(error: unknown): void {
    if ((error as Error).message.startsWith('READONLY')) {
      // After a failover, the old primary keeps its connections. Only a new one leads to the present primary.
      this.#down(error);
      this.client.destroy();
      setTimeout(() => this.#connect(), LONGEST_WAIT_MS).unref();
      return;
    }
    const now = performance.now();
    if (now - this.#refusedAt < REFUSALS_MS) return;
    this.#refusedAt = now;
    this.#logger.warn({ err: error }, 'Redis refused a command');
  }

  #connect(): void {
    if (this.#isClosed) return;
    // Rejects only when the client is closed meanwhile; other failures arrive as `error` events and are retried.
    this.client.connect().catch(() => {});
  }

  #up(): void {
    this.#asked = null;
    this.#isAway = false;
    if (this.#wasUp) this.#logger.info('Redis is back');
    this.#wasUp = true;
    for (const callback of this.#onUp) callback();
  }

  #down(error: unknown): void {
    this.#lastError = error;
    if (this.#isAway || this.#isClosed) return;
    this.#isAway = true;
    this.#logger.warn({ err: error }, 'Redis is away; this process works alone until it is back');
  }

  /** Health check by ping: a connection without answers can look healthy for minutes. */
  #look(): void {
    if (!this.isUp) return;
    const now = performance.now();
    // A process that was suspended has not read the answer yet.
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
