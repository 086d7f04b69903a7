import {
  applyEvent,
  decodeEvent,
  encodeFrame,
  isLastEvent,
  newReply,
  type Message,
  type StreamEvent,
} from '@parley/core';
import type { Frame, SharedReplies } from '../../../cluster/shared-replies.ts';
import type { ReplyRecord } from '../../../storage/storage.ts';
import { ReplyLog } from '../stream/reply-log.ts';

/**
 * Polling interval in milliseconds: bounds the delay of a lost notification, and sets how often the store is read while
 * the log cannot be.
 */
const LOOK_MS = 1_000;
/** Milliseconds of silence before the store is asked whether the reply has ended. */
const SILENCE_MS = 3_000;

export interface MirroredReplyHooks {
  replies: Pick<SharedReplies, 'read' | 'listen'>;
  /** Loads the stored message; null when it no longer exists. */
  load(): Promise<Message | null>;
  /** Builds the final event for a stored message. */
  endEvent(message: Message): Promise<StreamEvent>;
  /** The mirror has no readers left in this process. */
  onLeft(): void;
}

/**
 * A reply that another process writes, shared by all its readers in this one. Falls back to the store for what the log
 * lacks: when Redis is away, the log was truncated or its writer died.
 */
export class MirroredReply {
  readonly record: ReplyRecord;
  readonly log = new ReplyLog();
  message: Message;

  readonly #hooks: MirroredReplyHooks;
  readonly #stopListening: () => void;
  readonly #looking: NodeJS.Timeout;
  #isEnded = false;
  #isPulling = false;
  #wantsMore = false;
  #heardAt = performance.now();
  #wasRead = true;

  constructor(record: ReplyRecord, stored: Message, hooks: MirroredReplyHooks) {
    this.record = record;
    const made = { id: stored.id, now: Date.parse(stored.timestamp), mode: record.mode };
    this.message = newReply(record.generationId, made);
    this.#hooks = hooks;
    this.#stopListening = hooks.replies.listen(record.generationId, () => void this.#pull());
    this.#looking = setInterval(() => this.#look(), LOOK_MS).unref();
    void this.#pull();
  }

  /** Whether the log is complete. It has no last event when the reply no longer exists. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Waits for the end, at most `ms` milliseconds. Resolves to whether it came. */
  async waitForEnd(ms: number): Promise<boolean> {
    if (this.#isEnded) return true;
    // A mirror that was closed meanwhile no longer polls by itself.
    void this.#pull();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => done(), ms);
      const done = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const stop = this.log.listen(() => this.#isEnded && done());
    });
    return this.#isEnded;
  }

  close(): void {
    clearInterval(this.#looking);
    this.#stopListening();
    this.#hooks.onLeft();
  }

  #look(): void {
    const isRead = this.log.listenerCount > 0;
    if (!isRead && !this.#wasRead) this.close();
    else if (!this.#isEnded) void this.#pull();
    this.#wasRead = isRead;
  }

  async #pull(): Promise<void> {
    this.#wantsMore = true;
    if (this.#isPulling) return;
    this.#isPulling = true;
    while (this.#wantsMore && !this.#isEnded) {
      this.#wantsMore = false;
      // A failed read is retried at the next poll.
      await this.#pullOnce().catch(() => {});
    }
    this.#isPulling = false;
  }

  async #pullOnce(): Promise<void> {
    const read = await this.#hooks.replies.read(this.record.generationId, this.log.lastSeq);
    if (!read) return this.#askStore();
    for (const frame of read.frames) {
      // Frames are missing here: the store has them, or soon will.
      if (frame.seq > this.log.lastSeq + 1) await this.#askStore();
      if (this.#isEnded || frame.seq > this.log.lastSeq + 1) return;
      if (frame.seq === this.log.lastSeq + 1) this.#take(frame);
    }
    if (read.frames.length > 0) {
      this.#heardAt = performance.now();
      this.#wantsMore = true;
      this.log.announce();
    } else if (read.isSealed || performance.now() - this.#heardAt > SILENCE_MS) {
      this.#heardAt = performance.now();
      await this.#askStore();
    }
  }

  #take({ seq, text }: Frame): void {
    const event = decodeEvent(text.slice(text.indexOf('\ndata: ') + 7));
    if (event) this.message = applyEvent(this.message, { seq, event });
    if (event && isLastEvent(event)) this.#isEnded = true;
    this.log.appendFrame(text);
  }

  async #askStore(): Promise<void> {
    const stored = await this.#hooks.load();
    if (!stored) {
      this.#isEnded = true;
    } else if (stored.status === 'streaming') {
      if (stored.seq === undefined || stored.seq <= this.log.lastSeq) return;
      this.message = stored;
      this.log.skipTo(stored.seq);
    } else {
      const event = await this.#hooks.endEvent(stored);
      // No reader has the event before the last one, so all of them get a snapshot first.
      this.log.skipTo(this.log.lastSeq + 1);
      this.log.appendFrame(encodeFrame({ seq: this.log.lastSeq + 1, event }));
      this.message = stored;
      this.#isEnded = true;
    }
    this.log.announce();
  }
}
