import type { Logger } from 'pino';
import { outsideRequests } from '../../log/request-context.ts';
import type { ReplyStore } from '../../storage/storage.ts';
import type { LiveReply } from './live-reply.ts';

/** A reply's progress is stored at most this long after it happened; with the write itself, within a quarter of a second. */
const INTERVAL_MS = 200;

/** Stores the progress of all replies together, in one write a tick; a write that takes longer delays the next. */
export class Checkpointer {
  readonly #store: Pick<ReplyStore, 'checkpoint'>;
  readonly #logger: Logger;
  readonly #dirty = new Set<LiveReply>();
  #isWriting = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Pick<ReplyStore, 'checkpoint'>, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  mark(reply: LiveReply): void {
    this.#dirty.add(reply);
    this.#schedule(INTERVAL_MS);
  }

  #schedule(ms: number): void {
    // Of two writes at once the older could be stored last.
    if (this.#isWriting) return;
    this.#timer ??= outsideRequests(() => setTimeout(() => void this.#write(), ms));
  }

  async #write(): Promise<void> {
    this.#timer = undefined;
    const replies = [...this.#dirty].filter((reply) => !reply.isEnded);
    this.#dirty.clear();
    if (replies.length === 0) return;
    const begun = performance.now();
    this.#isWriting = true;
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
    this.#isWriting = false;
    if (this.#dirty.size > 0) this.#schedule(Math.max(0, INTERVAL_MS - (performance.now() - begun)));
  }
}
