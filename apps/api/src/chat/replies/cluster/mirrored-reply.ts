import {
  applyEvent,
  decodeFrame,
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
const POLL_MS = 1_000;
/** Milliseconds without an event after which the store is read, in case the reply has ended. */
const SILENCE_MS = 3_000;

export interface MirroredReplyHooks {
  replies: Pick<SharedReplies, 'read' | 'listen'>;
  /** Loads the stored message; null when it no longer exists. */
  load(): Promise<Message | null>;
  /** Builds the final event for a stored message. */
  endEvent(message: Message): Promise<StreamEvent>;
  /** The log or the store could not be read. */
  onReadFailure(error: unknown): void;
  /** Called when the mirror has no readers left in this process. */
  onClosed(): void;
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
  readonly #polling: NodeJS.Timeout;
  #isEnded = false;
  #isReading = false;
  #isMoreExpected = false;
  #receivedAt = performance.now();
  #hadReaders = true;

  constructor(record: ReplyRecord, stored: Message, hooks: MirroredReplyHooks) {
    this.record = record;
    const made = { id: stored.id, now: Date.parse(stored.timestamp), mode: record.mode };
    this.message = newReply(record.generationId, made);
    this.#hooks = hooks;
    this.#stopListening = hooks.replies.listen(record.generationId, () => void this.#readAll());
    this.#polling = setInterval(() => this.#poll(), POLL_MS).unref();
    void this.#readAll();
  }

  /** Whether the log is complete. It has no last event when the reply no longer exists. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Waits for the end, at most `ms` milliseconds. Resolves to whether it came. */
  async waitForEnd(ms: number): Promise<boolean> {
    if (this.#isEnded) return true;
    // A mirror that was closed meanwhile no longer polls by itself.
    void this.#readAll();
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
    clearInterval(this.#polling);
    this.#stopListening();
    this.#hooks.onClosed();
  }

  #poll(): void {
    const hasReaders = this.log.listenerCount > 0;
    if (!hasReaders && !this.#hadReaders) this.close();
    else if (!this.#isEnded) void this.#readAll();
    this.#hadReaders = hasReaders;
  }

  async #readAll(): Promise<void> {
    this.#isMoreExpected = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isMoreExpected && !this.#isEnded) {
      this.#isMoreExpected = false;
      // A failed read is retried at the next poll.
      await this.#readOnce().catch(this.#hooks.onReadFailure);
    }
    this.#isReading = false;
  }

  async #readOnce(): Promise<void> {
    const read = await this.#hooks.replies.read(this.record.generationId, this.log.lastSeq);
    if (!read) return this.#readStore();
    for (const frame of read.frames) {
      // Frames are missing here: the store has them, or soon will.
      if (frame.seq > this.log.lastSeq + 1) await this.#readStore();
      if (this.#isEnded || frame.seq > this.log.lastSeq + 1) return;
      if (frame.seq === this.log.lastSeq + 1) this.#apply(frame);
    }
    if (read.frames.length > 0) {
      this.#receivedAt = performance.now();
      this.#isMoreExpected = true;
      this.log.notify();
    } else if (read.isSealed || performance.now() - this.#receivedAt > SILENCE_MS) {
      this.#receivedAt = performance.now();
      await this.#readStore();
    }
  }

  #apply({ seq, text }: Frame): void {
    const event = decodeFrame(text);
    if (event) this.message = applyEvent(this.message, { seq, event });
    if (event && isLastEvent(event)) this.#isEnded = true;
    this.log.appendFrame(text);
  }

  async #readStore(): Promise<void> {
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
    this.log.notify();
  }
}
