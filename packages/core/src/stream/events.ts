import type { UserEvent } from '../api/events.ts';
import { fit, type ShapeOf } from '../http/fit.ts';
import { CONVERSATION, USAGE, USER } from '../http/shapes.ts';
import { LISTS, type ListName } from './lists.ts';

type EventWithContent = Exclude<UserEvent, { type: ListName }>;

const CONTENTS: { [Type in EventWithContent['type']]: ShapeOf<Extract<EventWithContent, { type: Type }>> } = {
  user: { user: USER },
  usage: { usage: USAGE },
  conversation: { conversation: CONVERSATION, lastMessageIds: [''] },
  deleted: { conversationId: '' },
  'reply-started': { conversationId: '', generationId: '', userMessageId: '', assistantMessageId: '' },
  summarized: { conversationId: '' },
  'reply-ended': { conversationId: '', generationId: '' },
};
const SHAPES: Record<UserEvent['type'], unknown> = {
  ...CONTENTS,
  ...(Object.fromEntries(LISTS.map((name) => [name, {}])) as Record<ListName, object>),
};

/** Parses the JSON of one `data:` line; null for an event that this client cannot use and has to skip. */
export function decodeUserEvent(data: string): UserEvent | null {
  try {
    const wire = JSON.parse(data) as Partial<UserEvent> | null;
    if (wire?.type === undefined || !Object.hasOwn(SHAPES, wire.type)) return null;
    return fit<UserEvent>(wire, SHAPES[wire.type] as ShapeOf<UserEvent>);
  } catch {
    return null;
  }
}
