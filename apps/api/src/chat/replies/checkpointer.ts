import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { outsideRequests } from '../../log/request-context.ts';
import type { ReplyStore } from '../../storage/storage.ts';
import type { LiveReply } from './live-reply.ts';

/** A reply's progress is stored at most this long after it happened; with the write itself, within a quarter of a second. */
const INTERVAL_MS = 200;
/** How long the end of a reply waits for a write of its progress. */
const PATIENCE_MS = 5_000;

/** Stores the progress of all replies together, in one write a tick; a write that takes longer delays the next. */
export class Checkpointer {
  readonly #store: Pick<ReplyStore, 'checkpoint'>;
  readonly #logger: Logger;
  readonly #dirty = new Set<LiveReply>();
  readonly #ending = new WeakSet<LiveReply>();
  #writing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Pick<ReplyStore, 'checkpoint'>, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  mark(reply: LiveReply): void {
    this.#dirty.add(reply);
    this.#schedule(INTERVAL_MS);
  }

  /**
   * Stops storing the progress of a reply whose end is to be stored, and waits for a write of it under way: on a server that
   * changes a document in two steps, a late one would take the place of what followed the end.
   */
  async leave(reply: LiveReply): Promise<void> {
    this.#ending.add(reply);
    await Promise.race([this.#writing, delay(PATIENCE_MS, undefined, { ref: false })]);
  }

  #schedule(ms: number): void {
    // Of two writes at once the older could be stored last.
    if (this.#writing) return;
    this.#timer ??= outsideRequests(() => setTimeout(() => this.#begin(), ms));
  }

  #begin(): void {
    this.#timer = undefined;
    const begun = performance.now();
    this.#writing = this.#write().finally(() => {
      this.#writing = null;
      if (this.#dirty.size > 0) this.#schedule(Math.max(0, INTERVAL_MS - (performance.now() - begun)));
    });
  }

  async #write(): Promise<void> {
    const replies = [...this.#dirty].filter((reply) => !reply.isEnded && !this.#ending.has(reply));
    this.#dirty.clear();
    if (replies.length === 0) return;
    try {
      const { ended } = await this.#store.checkpoint(
        replies.map(({ record, message }) => ({ generationId: record.generationId, message })),
      );
      for (const reply of replies) if (ended.includes(reply.record.generationId)) reply.halt('fenced');
    } catch (error) {
      // The replies go on in memory; the next checkpoint or the end stores what this one did not.
      this.#logger.warn({ err: error, replies: replies.length }, 'checkpoint failed');
      for (const reply of replies) this.#dirty.add(reply);
    }
  }
}
