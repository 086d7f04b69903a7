import type { Conversation } from '../chat/conversation.ts';
import type { User } from '../api/http.ts';
import type { Usage } from '../billing/usage.ts';

/**
 * GET /api/events, one JSON object per `data:` line: what changed for the user, on any device. Events are hints. Each
 * carries the state when it was sent, several changes may share one event, and changes during a disconnect send none.
 * The API's answers are the truth.
 */
export type UserEvent =
  /**
   * The current user. The first event of every connection; sent again when the account or the subscription changed, or
   * when events may have been missed. A client that receives it refetches what it shows.
   */
  | { type: 'user'; user: User }
  /** The usage after a message was accepted, given back or finally counted. */
  | { type: 'usage'; usage: Usage }
  /**
   * A conversation was created, restored or changed: its title, its settings or its branch. `lastMessageIds` are the
   * ids of the last messages on the branch, at most three, oldest first: enough to see where the last question stands.
   */
  | { type: 'conversation'; conversation: Conversation; lastMessageIds: string[] }
  /** A conversation was deleted; it can still be restored. */
  | { type: 'deleted'; conversationId: string }
  /** A reply started and can be read under this `generationId`. */
  | {
      type: 'reply-started';
      conversationId: string;
      generationId: string;
      userMessageId: string;
      assistantMessageId: string;
    }
  /** A reply ended, in whatever way, and is stored whole. */
  | { type: 'reply-ended'; conversationId: string; generationId: string };

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
