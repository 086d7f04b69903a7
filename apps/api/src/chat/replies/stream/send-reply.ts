import type { Response } from 'express';
import { encodeFrame, type Message, type StreamEvent, type Usage } from '@parley/core';
import { EventStream } from '../../../http/responses/event-stream.ts';
import type { Deadlines } from '../../../limits/deadlines.ts';
import type { LiveReply } from '../generate/live-reply.ts';
import { failureEvent } from './failure-event.ts';

/** Characters written to one reader before the others get a turn. */
const PIECE = 64 * 1024;

type ReadableReply = Pick<LiveReply, 'log' | 'message' | 'isEnded'>;

/**
 * Streams a running reply from after event `after`, then as it grows. Reads from the reply's log at the reader's pace,
 * so a slow reader costs no memory; one that falls behind the log gets a snapshot and continues. A reader that names an
 * event after the last one waits for it, and gets a snapshot when the reply ends before.
 */
export function sendLiveReply(
  reply: ReadableReply,
  after: number,
  res: Response,
  deadlines: Deadlines,
  onLeft: () => void,
  present: (frames: string) => string = (frames) => frames,
): void {
  let cursor = after;
  const hasMore = () => cursor < reply.log.lastSeq || (reply.isEnded && cursor > reply.log.lastSeq);
  const pump = (): void => {
    while (stream.isOpen && hasMore()) {
      const piece = reply.log.after(cursor, PIECE) ?? snapshot(reply);
      cursor = piece.lastSeq;
      if (!stream.write(present(piece.text))) return;
    }
    if (reply.isEnded && stream.isOpen) stream.end();
  };
  const stopListening = reply.log.listen(() => {
    if (!stream.isBlocked) pump();
  });
  const stream = new EventStream(res, deadlines, {
    onDrain: pump,
    onClose: () => {
      stopListening();
      if (!res.writableFinished) onLeft();
    },
  });
  pump();
}

/** Replaces everything but the last event of an ended reply, which readers wait for. */
function snapshot({ message, log }: ReadableReply): { text: string; lastSeq: number } {
  const event: StreamEvent = { type: 'snapshot', message };
  const seq = message.status === 'streaming' ? log.lastSeq : log.lastSeq - 1;
  return { text: encodeFrame({ seq, event }), lastSeq: seq };
}

/** Sends a reply that has ended: a snapshot, then the final event. */
export function sendEndedReply(
  message: Message,
  usage: Usage,
  after: number,
  res: Response,
  deadlines: Deadlines,
): void {
  const last: StreamEvent = failureEvent(message) ?? { type: 'done', message, usage };
  const stream = new EventStream(res, deadlines, { onDrain() {}, onClose() {} });
  stream.write(encodeFrame({ seq: after + 1, event: { type: 'snapshot', message } }));
  stream.write(encodeFrame({ seq: after + 2, event: last }));
  stream.end();
}
