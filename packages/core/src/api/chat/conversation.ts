import { z } from 'zod';
import { cleanTitle, MAX_SEARCH_LENGTH, MAX_TITLE_LENGTH, RESTORABLE_DAYS } from '../../chat/conversation.ts';
import { ImportSource } from './import-source.ts';
import { Message } from './message.ts';
import { t } from '../../language/translate.ts';
import { Success, Time } from '../response.ts';

const MAX_PAGE = 200;
const TITLE_TOO_LONG = `must have at most ${MAX_TITLE_LENGTH} characters`;
const NextBefore = z.string().nullable().describe('Pass it as `before` to get the next page; null on the last one.');

export const Conversation = z.object({
  id: z.string().describe('UUID, made by the client.'),
  title: z.string(),
  webSearchEnabled: z.boolean(),
  thinkingModeEnabled: z.boolean(),
  pinned: z.boolean(),
  archived: z.boolean(),
  unread: z
    .boolean()
    .describe(
      'Whether a reply ended since the conversation was last read on any device. Set it to false when it is read.',
    ),
  projectId: z
    .string()
    .optional()
    .describe('Absent outside of projects. That of a deleted project counts as absent until it is restored.'),
  updatedAt: Time.describe('Of the last message.'),
  importedFrom: z.exactOptional(ImportSource).describe('The product whose export it was imported from.'),
  importId: z.exactOptional(z.string()).describe('The import that it came with.'),
});
export type Conversation = z.infer<typeof Conversation>;

export const ConversationWithMessages = Conversation.extend({ messages: z.array(Message) });
export type ConversationWithMessages = z.infer<typeof ConversationWithMessages>;

/** GET /api/chat/{id} */
export const ConversationQuery = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).optional(),
  before: z.string().max(200).optional(),
});
export const ConversationResponse = Success.extend({
  conversation: Conversation,
  messages: z.array(Message).describe('A page from the end, oldest first; fewer than `limit` if they are very long.'),
  nextBefore: NextBefore,
});
export type ConversationResponse = z.infer<typeof ConversationResponse>;

/** GET /api/chat/history: without `only`, all conversations that are not archived. */
export const HistoryQuery = ConversationQuery.extend({
  messages: z.enum(['all', 'last', 'none']).default('all'),
  only: z.enum(['pinned', 'archived']).optional(),
  project: z.string().max(64).optional().describe('Only conversations of this project that are not archived.'),
});
export const HistoryResponse = Success.extend({
  conversations: z.array(ConversationWithMessages),
  nextBefore: NextBefore,
});
export type HistoryResponse = z.infer<typeof HistoryResponse>;

/** PATCH /api/chat/{id}: absent fields stay as they are. The model never replaces a title given here. */
export const ConversationPatch = z
  .object({
    title: z.exactOptional(
      z
        .string()
        .max(10 * MAX_TITLE_LENGTH, TITLE_TOO_LONG)
        .transform(cleanTitle)
        .refine((title) => title !== '', t`must not be empty`)
        .refine((title) => [...title].length <= MAX_TITLE_LENGTH, TITLE_TOO_LONG),
    ),
    pinned: z.exactOptional(z.boolean()),
    archived: z.exactOptional(z.boolean()),
    unread: z.exactOptional(z.boolean()),
    webSearchEnabled: z.exactOptional(z.boolean()),
    thinkingModeEnabled: z.exactOptional(z.boolean()),
    projectId: z.exactOptional(z.uuid().nullable()).describe('Null moves it out of its project.'),
  })
  .refine((patch) => Object.keys(patch).length > 0, t`Nothing to change.`);
export type ConversationPatch = z.infer<typeof ConversationPatch>;

/** POST /api/chat/{id}/branch */
export const BranchRequest = z.object({
  id: z.uuid().describe('Of the new conversation. Sending it again returns the same copy.'),
  messageId: z.string().describe('The last message to copy. It must be on the conversation’s current branch.'),
});
export type BranchRequest = z.infer<typeof BranchRequest>;

/** PATCH /api/chat/{id}, POST /api/chat/{id}/restore, POST /api/chat/{id}/branch */
export const ChangedConversationResponse = Success.extend({ conversation: Conversation });
export type ChangedConversationResponse = z.infer<typeof ChangedConversationResponse>;

/** GET /api/chat/trash: newest deletion first. */
const DeletedConversation = Conversation.extend({
  deletedAt: Time.describe(`It can be restored for ${RESTORABLE_DAYS} days from then.`),
});
export const TrashResponse = Success.extend({
  conversations: z.array(DeletedConversation),
  nextBefore: NextBefore,
});
export type TrashResponse = z.infer<typeof TrashResponse>;

/** DELETE /api/chat/trash */
export const PurgeRequest = z.object({ ids: z.array(z.string()).min(1).max(MAX_PAGE) });
export const PurgeResponse = Success.extend({
  ids: z.array(z.string()).describe('Those that were removed; not those that were restored or removed before.'),
});
export type PurgeResponse = z.infer<typeof PurgeResponse>;

/** GET /api/chat/search: every word must match; the last one may be a prefix. */
export const SearchQuery = z.object({
  q: z
    .string()
    .trim()
    .min(1, t`is missing`)
    .max(MAX_SEARCH_LENGTH),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});

export const SearchHit = z.object({
  conversationId: z.string(),
  title: z.string(),
  archived: z.boolean().describe('Whether the conversation is archived.'),
  messageId: z.string().nullable().describe('Null if the title matched.'),
  isUser: z.boolean(),
  snippet: z.string().describe('The words around the match.'),
  marks: z
    .array(z.tuple([z.number(), z.number()]))
    .describe('The matches in `snippet`: start and end in UTF-16 units, in order.'),
  timestamp: Time.describe('Of the message, or of the conversation’s last message if the title matched.'),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const SearchResponse = Success.extend({ hits: z.array(SearchHit).describe('Best first.') });
export type SearchResponse = z.infer<typeof SearchResponse>;
