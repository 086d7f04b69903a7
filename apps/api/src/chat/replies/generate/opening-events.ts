import { continuedReply, newReply, type StreamEvent } from '@parley/core';
import { nameOf } from '../../models/listed-model.ts';
import type { NewReply } from '../accept/accept-message.ts';

/** The first events of a reply, before its mode runs. `begunAt` in epoch milliseconds. */
export function openingEvents({ record, naming, continued, model }: NewReply, begunAt: number): StreamEvent[] {
  const { generationId, userMessageId, assistantMessageId, mode } = record;
  const events: StreamEvent[] = [{ type: 'accepted', generationId, userMessageId, assistantMessageId }];
  if (naming) events.push({ type: 'title', title: naming.title });
  if (continued) {
    const bare = newReply(generationId, { id: assistantMessageId, now: begunAt, mode });
    const empty = model ? { ...bare, model: nameOf(model) } : bare;
    events.push({ type: 'snapshot', message: { ...continuedReply(empty, continued), seq: events.length } });
  }
  return events;
}
