import type { UserEvent } from '../api/events.ts';

const TYPES: Record<UserEvent['type'], true> = {
  user: true,
  usage: true,
  conversation: true,
  deleted: true,
  'reply-started': true,
  'reply-ended': true,
};

/** Parses the JSON of one `data:` line; null for an event that this client does not know and has to skip. */
export function decodeUserEvent(data: string): UserEvent | null {
  try {
    const wire = JSON.parse(data) as Partial<UserEvent> | null;
    return wire?.type !== undefined && Object.hasOwn(TYPES, wire.type) ? (wire as UserEvent) : null;
  } catch {
    return null;
  }
}
