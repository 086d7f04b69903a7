import { continuedReply, newReply, type StreamEvent } from '@parley/core';
import type { NewReply } from '../accept/accept-message.ts';

/** The first events of a reply, before its mode runs. `begunAt` in epoch milliseconds. */
export function openingEvents({ record, naming, continued }: NewReply, begunAt: number): StreamEvent[] {
  const { generationId, userMessageId, assistantMessageId, mode } = record;
  const events: StreamEvent[] = [{ type: 'accepted', generationId, userMessageId, assistantMessageId }];
  if (naming) events.push({ type: 'title', title: naming.title });
  if (continued) {
    const empty = newReply(generationId, { id: assistantMessageId, now: begunAt, mode });
    events.push({ type: 'snapshot', message: { ...continuedReply(empty, continued), seq: events.length } });
  }
  return events;
}
