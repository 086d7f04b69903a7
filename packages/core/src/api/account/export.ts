import { z } from 'zod';
import { Conversation } from '../chat/conversation.ts';
import { Message } from '../chat/message.ts';

/** POST /api/chat/export */
export const ExportRequest = z.object({
  ids: z.array(z.string()).min(1).max(200),
  as: z
    .enum(['markdown', 'json'])
    .describe('Markdown has the branch of each conversation that is shown; JSON has every version of every message.'),
});
export type ExportRequest = z.infer<typeof ExportRequest>;

export const ExportedConversation = Conversation.extend({
  currentBranch: z.array(z.string()).describe('The IDs of the messages that are shown, oldest first.'),
  messages: z
    .array(
      Message.extend({
        parentId: z.string().nullable().describe('The message that this one answers or follows; null for a first one.'),
      }),
    )
    .describe('Every version of every message, in the order they were made.'),
});
export type ExportedConversation = z.infer<typeof ExportedConversation>;

/** Grows when a reader of the version before would misread the file. New fields alone do not change it. */
export const EXPORT_VERSION = 1;

export const ExportFile = z.object({
  format: z.literal('parley-conversations'),
  version: z.literal(EXPORT_VERSION),
  conversations: z.array(ExportedConversation),
});
export type ExportFile = z.infer<typeof ExportFile>;
