import type { Logger } from 'pino';
import type { ReplyStore } from '../../storage/storage.ts';
import type { LiveReply } from './live-reply.ts';

/** Progress waits this long, so that one write stores much of it; then the next tick stores it. With the write itself that is less than a quarter of a second. */
const WAIT_MS = 150;
const TICK_MS = 40;

/** Stores the progress of all replies: those whose turn it is together, in one write a tick, and never all at once. */
export class Checkpointer {
  readonly #store: Pick<ReplyStore, 'checkpoint'>;
  readonly #logger: Logger;
  /** Since when each reply has had progress that is not stored, longest first. */
  readonly #dirty = new Map<LiveReply, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Pick<ReplyStore, 'checkpoint'>, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  mark(reply: LiveReply): void {
    if (!this.#dirty.has(reply)) this.#dirty.set(reply, performance.now());
    this.#timer ??= setTimeout(() => void this.#tick(), TICK_MS);
  }

  async #tick(): Promise<void> {
    const due = this.#takeDue(performance.now() - WAIT_MS);
    this.#timer = this.#dirty.size > 0 ? setTimeout(() => void this.#tick(), TICK_MS) : undefined;
    const replies = due.filter((reply) => !reply.isEnded);
    if (replies.length === 0) return;
    try {
      const { ended } = await this.#store.checkpoint(
        replies.map(({ record, message }) => ({ generationId: record.generationId, message })),
      );
      for (const reply of replies) if (ended.includes(reply.record.generationId)) reply.halt('fenced');
    } catch (error) {
      // The replies go on in memory; the next checkpoint or the end stores what this one did not.
      this.#logger.warn({ err: error, replies: replies.length }, 'checkpoint failed');
      for (const reply of replies) if (!reply.isEnded) this.mark(reply);
    }
  }

  #takeDue(before: number): LiveReply[] {
    const due: LiveReply[] = [];
    for (const [reply, since] of this.#dirty) {
      if (since > before) break;
      due.push(reply);
      this.#dirty.delete(reply);
    }
    return due;
  }
}
