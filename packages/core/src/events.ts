import type { Conversation } from './conversation.ts';
import type { User } from './http.ts';
import type { Usage } from './usage.ts';

/**
 * GET /api/events, one object a `data:` line: what has changed for the user, wherever it was changed. Events are hints:
 * each tells how things were when it was sent, later ones later, several changes at once may be told as one, and what
 * happened while nobody listened is not told at all. What the calls answer is the truth.
 */
export type UserEvent =
  /**
   * The user as they are now. Comes first when a client begins to listen, and again when the account or the subscription
   * has changed or when events may have been missed: whoever hears it reads anew what they show.
   */
  | { type: 'user'; user: User }
  /** What is counted, after a message was accepted, given back or counted for good. */
  | { type: 'usage'; usage: Usage }
  /**
   * A conversation is new, restored or changed: its title, its settings, or what is on its branch. `lastMessageIds` are of
   * the last messages on the branch, at most three, oldest first: enough to see where the last question was put.
   */
  | { type: 'conversation'; conversation: Conversation; lastMessageIds: string[] }
  /** A conversation is gone for now; it can be restored. */
  | { type: 'deleted'; conversationId: string }
  /** A reply is being written, and can be read under this `generationId`. */
  | {
      type: 'reply-started';
      conversationId: string;
      generationId: string;
      userMessageId: string;
      assistantMessageId: string;
    }
  /** A reply is stored whole, however it ended. */
  | { type: 'reply-ended'; conversationId: string; generationId: string };

const TYPES: Record<UserEvent['type'], true> = {
  user: true,
  usage: true,
  conversation: true,
  deleted: true,
  'reply-started': true,
  'reply-ended': true,
};

/** Reads the JSON of one `data:` line; null for what is no event that this client knows, which is to be skipped. */
export function decodeUserEvent(data: string): UserEvent | null {
  try {
    const wire = JSON.parse(data) as Partial<UserEvent> | null;
    return wire?.type !== undefined && Object.hasOwn(TYPES, wire.type) ? (wire as UserEvent) : null;
  } catch {
    return null;
  }
}
