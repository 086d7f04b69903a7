import { z } from 'zod';
import { cleanTitle, DEFAULT_TITLE, MAX_IMPORTED } from '../../chat/conversation.ts';
import { Conversation } from './conversation.ts';
import { ImportSource } from './import-source.ts';
import { Attachment } from './files.ts';
import { FileSource, Message } from './message.ts';
import { Success, Time } from '../response.ts';

/** Maximum length of an imported text in characters. */
const MAX_TEXT = 1_000_000;
/** Maximum files of a message, and sources of each kind. */
const MAX_FILES = 100;
const MAX_SOURCES = 1_000;

/** An ID as the export has it. */
const SourceId = z.string().min(1).max(200);
const Text = z.string().max(MAX_TEXT);

export const ImportedMessage = Message.omit({
  answerContent: true,
  attachedDocumentName: true,
  attachedImageUri: true,
  generationId: true,
  isError: true,
  isReasoningStreaming: true,
  seq: true,
  thinkingContent: true,
  toolCalls: true,
  versionIds: true,
}).extend({
  id: SourceId.describe('Its ID in the export, unique within the conversation.'),
  parentId: SourceId.nullable().describe('The message that this one answers or follows; null for a first one.'),
  text: Text,
  reasoningContent: z.exactOptional(Text),
  attachments: z.exactOptional(z.array(Attachment).max(MAX_FILES)),
  sources: z.exactOptional(z.array(z.string()).max(MAX_SOURCES)),
  sourceTitles: z.exactOptional(z.array(z.string()).max(MAX_SOURCES)),
  fileSources: z.exactOptional(z.array(FileSource).max(MAX_SOURCES)),
});
export type ImportedMessage = z.infer<typeof ImportedMessage>;

/** A conversation from an export, in the same form for every product. */
export const ImportedConversation = Conversation.omit({
  unread: true,
  importedFrom: true,
  importId: true,
  projectId: true,
}).extend({
  source: ImportSource,
  id: SourceId.describe('Its ID in the export.'),
  title: z.string().transform((title) => cleanTitle(title) || DEFAULT_TITLE),
  lastMessageId: SourceId.describe('The message at the end of the branch that is shown.'),
  messages: z
    .array(ImportedMessage)
    .min(1)
    .max(MAX_IMPORTED)
    .describe('Every version of every message, in the order they were made.'),
});
export type ImportedConversation = z.infer<typeof ImportedConversation>;

/** POST /api/chat/import */
export const ImportRequest = z.object({
  importId: z.uuid().describe('Made by the client, the same for all requests of one import.'),
  conversations: z.array(ImportedConversation).min(1).max(100),
  dryRun: z.exactOptional(z.boolean()).describe('Only returns what the outcomes would be.'),
});
export type ImportRequest = z.infer<typeof ImportRequest>;

export const ImportOutcome = z
  .enum(['new', 'grown', 'same', 'deleted', 'busy'])
  .describe(
    '`grown`: it got the messages that an earlier import lacked. `deleted`: it is among the deleted ones and stays there. `busy`: a reply is being written in it; repeat the request later.',
  );
export type ImportOutcome = z.infer<typeof ImportOutcome>;

export const ImportResponse = Success.extend({
  outcomes: z.array(ImportOutcome).describe('Of each conversation, in the order of the request.'),
});
export type ImportResponse = z.infer<typeof ImportResponse>;

/** GET /api/chat/imports */
const ImportSummary = z.object({
  importId: z.string(),
  source: ImportSource,
  importedAt: Time,
  conversations: z.number().describe('Those that are not deleted.'),
});
export type ImportSummary = z.infer<typeof ImportSummary>;
export const ImportsResponse = Success.extend({ imports: z.array(ImportSummary).describe('Newest first.') });
export type ImportsResponse = z.infer<typeof ImportsResponse>;

/** DELETE /api/chat/imports/{importId} */
export const ImportQuery = z.object({
  source: ImportSource.optional().describe('Only the conversations from this product; all of them without it.'),
});
export const ImportDeletedResponse = Success.extend({
  count: z.number().describe('Conversations that were deleted. They can be restored.'),
});
export type ImportDeletedResponse = z.infer<typeof ImportDeletedResponse>;
