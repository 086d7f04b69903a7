import type { Response } from 'express';
import { HEARTBEAT_FRAME } from '@parley/core';
import type { Deadlines } from '../limits/deadlines.ts';
import { whenClosed } from './when-closed.ts';

/**
 * A response that sends server-sent events. Never holds more than the socket's own buffer: `write` says whether the
 * next piece may follow at once, else `onDrain` calls when it may. A reader that takes nothing for too long is cut off; it
 * resumes from where it was.
 */
export class EventStream {
  readonly #res: Response;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #stuckMs: number;
  #blockedSince: number | null = null;

  /** `onClose` is called once, before this returns where whoever asked has gone already. */
  constructor(res: Response, deadlines: Deadlines, handlers: { onDrain(): void; onClose(): void }) {
    this.#res = res;
    this.#stuckMs = deadlines.unreadStream;
    res.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    });
    res.socket?.setNoDelay(true);
    res.flushHeaders();
    res.on('drain', () => {
      this.#blockedSince = null;
      handlers.onDrain();
    });
    this.#heartbeat = setInterval(() => this.#beat(), deadlines.heartbeat);
    whenClosed(res, () => {
      clearInterval(this.#heartbeat);
      handlers.onClose();
    });
  }

  /** Whether the reader has to catch up before more is written. */
  get isBlocked(): boolean {
    return this.#blockedSince !== null;
  }

  get isOpen(): boolean {
    return !this.#res.writableEnded && !this.#res.destroyed;
  }

  /** False when the reader has to catch up first. */
  write(text: string): boolean {
    const hasRoom = this.#res.write(text);
    if (!hasRoom) this.#blockedSince ??= performance.now();
    return hasRoom;
  }

  end(): void {
    this.#res.end();
    // A reader that does not take the rest is cut off as well.
    this.#blockedSince ??= performance.now();
  }

  #beat(): void {
    if (this.#blockedSince === null) {
      if (this.isOpen) this.#res.write(HEARTBEAT_FRAME);
    } else if (performance.now() - this.#blockedSince > this.#stuckMs) this.#res.destroy();
  }
}
