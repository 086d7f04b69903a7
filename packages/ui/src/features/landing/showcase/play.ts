import { applyEvent, completeReply, newReply, type Message, type ModeId, type StreamEvent } from '@parley/core';

/** Delays in milliseconds: between chunks of text, before the first event, and before a picture. */
const CHUNK = 38;
const THINKING = 900;
const DRAWING = 2200;

/** Number of steps of a reply: one per event, and its end. */
export function stepsOf(events: StreamEvent[]): number {
  return events.length + 1;
}

/** Delay before the step after this many. */
export function delayAfter(events: StreamEvent[], steps: number): number {
  if (events[steps]?.type === 'image') return DRAWING;
  return steps === 0 ? THINKING : CHUNK;
}

/** The reply after this many steps. */
export function play(events: StreamEvent[], steps: number, mode: ModeId): Message {
  const start = newReply('', { id: 'sample', now: 0, mode });
  const reply = events.slice(0, steps).reduce((message, event, seq) => applyEvent(message, { seq, event }), start);
  return steps < stepsOf(events) ? reply : completeReply(reply, 'complete');
}
