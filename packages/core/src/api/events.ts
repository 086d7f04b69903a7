import { z } from 'zod';
import { Conversation } from './chat/conversation.ts';
import { Usage, User } from './account/user.ts';
import { LISTS } from '../stream/lists.ts';
import { enumOf } from './enum-of.ts';

/**
 * GET /api/events, one JSON object per `data:` line: what changed for the user, on any device. Events are hints. Each
 * carries the state when it was sent, several changes may share one event, and changes during a disconnect send none.
 * The API's answers are the truth.
 */
export const UserEvent = z
  .discriminatedUnion('type', [
    z
      .object({ type: z.literal('user'), user: User })
      .describe(
        'The current user. The first event of every connection; sent again when the account or the subscription changed, or when events may have been missed. Refetch what you show.',
      ),
    z
      .object({ type: z.literal('usage'), usage: Usage })
      .describe('The usage after a message was accepted, refunded or finally counted.'),
    z
      .object({
        type: z.literal('conversation'),
        conversation: Conversation,
        lastMessageIds: z.array(z.string()).describe('The last messages on the branch, at most three, oldest first.'),
      })
      .describe('A conversation was created, restored or changed: its title, its settings or its branch.'),
    z
      .object({ type: z.literal('deleted'), conversationId: z.string() })
      .describe('A conversation was deleted; it can still be restored.'),
    z
      .object({
        type: z.literal('reply-started'),
        conversationId: z.string(),
        generationId: z.string(),
        userMessageId: z.string(),
        assistantMessageId: z.string(),
      })
      .describe('A reply started and can be read under this `generationId`.'),
    z
      .object({ type: z.literal('reply-ended'), conversationId: z.string(), generationId: z.string() })
      .describe('A reply ended, in whatever way, and is stored whole.'),
    z
      .object({ type: z.literal('summarized'), conversationId: z.string() })
      .describe('A message of the conversation got a `summary`.'),
    z
      .object({ type: enumOf(LISTS) })
      .describe('A record of this list was created, changed, deleted or restored. Refetch the list.'),
  ])
  .describe('The JSON object of one `data:` line. Lines that begin with a colon only keep the connection open.');
export type UserEvent = z.infer<typeof UserEvent>;
