import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { outsideRequests } from '../../../log/request-context.ts';
import type { ReplyStore } from '../../../storage/storage.ts';
import type { ReplyJournal } from '../journal/reply-journal.ts';
import type { LiveReply } from './live-reply.ts';

/** Checkpoint interval in milliseconds. Including the write itself, progress is stored within a quarter of a second. */
const INTERVAL_MS = 200;
/** How long the end of a reply waits for a checkpoint in flight, in milliseconds. */
const MAX_WAIT_MS = 5_000;

/** Checkpoints all running replies together, in one write per tick. A slow write delays the next one. */
export class Checkpointer {
  readonly #store: Pick<ReplyStore, 'checkpoint'>;
  readonly #logger: Logger;
  readonly #journal: Pick<ReplyJournal, 'beginCheckpoint'> | undefined;
  readonly #dirty = new Set<LiveReply>();
  readonly #ending = new WeakSet<LiveReply>();
  #writing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Pick<ReplyStore, 'checkpoint'>, logger: Logger, journal?: Pick<ReplyJournal, 'beginCheckpoint'>) {
    this.#store = store;
    this.#logger = logger;
    this.#journal = journal;
  }

  mark(reply: LiveReply): void {
    this.#dirty.add(reply);
    this.#schedule(INTERVAL_MS);
  }

  /**
   * Stops checkpointing a reply whose end is about to be stored, and waits for a write in flight: on a server that
   * changes a document in two steps, a late checkpoint could overwrite what followed the end.
   */
  async finish(reply: LiveReply): Promise<void> {
    this.#ending.add(reply);
    await Promise.race([this.#writing, delay(MAX_WAIT_MS, undefined, { ref: false })]);
  }

  #schedule(ms: number): void {
    // Two concurrent writes could land out of order.
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
    const checkpoints = replies.map(({ record, message, spending }) => ({
      generationId: record.generationId,
      message,
      ...(spending && { spending }),
    }));
    const onStored = this.#journal?.beginCheckpoint();
    try {
      const { ended } = await this.#store.checkpoint(checkpoints);
      onStored?.(checkpoints.map(({ generationId }) => generationId));
      for (const reply of replies) if (ended.includes(reply.record.generationId)) reply.halt('fenced');
    } catch (error) {
      // The replies continue in memory; the next checkpoint or the end stores what this write missed.
      this.#logger.warn({ err: error, replies: replies.length }, 'checkpoint failed');
      for (const reply of replies) this.#dirty.add(reply);
    }
  }
}
