import type { Response } from 'express';
import { HEARTBEAT_FRAME } from '@parley/core';
import type { Deadlines } from '../../limits/deadlines.ts';
import { whenClosed } from './when-closed.ts';

/**
 * A server-sent event response. It buffers no more than the socket does: `write` returns whether more may follow at
 * once; otherwise `onDrain` signals when. A reader that is stuck for too long is disconnected and resumes from its last
 * event. A HEAD request gets the headers alone.
 */
export class EventStream {
  readonly #res: Response;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #stuckMs: number;
  #blockedSince: number | null = null;

  /** `onClose` is called once; if the client has already gone, before the constructor returns. */
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
    if (res.req.method === 'HEAD') res.end();
  }

  /** Whether the reader must catch up before the next write. */
  get isBlocked(): boolean {
    return this.#blockedSince !== null;
  }

  get isOpen(): boolean {
    return !this.#res.writableEnded && !this.#res.destroyed;
  }

  /** False if the reader must catch up before the next write. */
  write(text: string): boolean {
    if (!this.isOpen) return true;
    const hasRoom = this.#res.write(text);
    if (!hasRoom) this.#blockedSince ??= performance.now();
    return hasRoom;
  }

  end(): void {
    this.#res.end();
    // The timeout also applies to a reader that does not take the rest.
    this.#blockedSince ??= performance.now();
  }

  #beat(): void {
    if (this.#blockedSince === null) {
      if (this.isOpen) this.#res.write(HEARTBEAT_FRAME);
    } else if (performance.now() - this.#blockedSince > this.#stuckMs) this.#res.destroy();
  }
}
