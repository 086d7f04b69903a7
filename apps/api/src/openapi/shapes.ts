import { z } from 'zod';
import {
  ERRORS,
  MODES,
  type Attachment,
  type Conversation,
  type ErrorCode,
  type Message,
  type ModeId,
  type Usage,
  type User,
  type UserEvent,
} from '@parley/core';

// Schemas of the responses. Each must match the type that server and clients share.

const time = z.iso.datetime();
export const modeId = z.enum(MODES.map(({ id }) => id) as [ModeId, ...ModeId[]]);
const errorCode = z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]);

export const success = z.strictObject({ success: z.literal(true) });

export const error = z.object({
  success: z.literal(false),
  code: errorCode,
  message: z.string(),
  error: z.string().describe('The same sentence as `message`.'),
});

export const user = z.strictObject({
  _id: z.string(),
  email: z.string(),
  subscriptionTier: z.enum(['free', 'premium']),
  subscriptionStatus: z.string().nullable(),
  usagePeriodEnd: time.nullable().describe('The end of the paid period.'),
  cancelAt: z.exactOptional(time).describe('When a subscription that was cancelled ends.'),
  isAdmin: z.boolean(),
  emailVerified: z.boolean(),
}) satisfies z.ZodType<User>;

export const attachment = z.strictObject({
  id: z.string(),
  kind: z.enum(['image', 'text', 'pdf']),
  name: z.string(),
  type: z.string().describe('MIME type, found in the bytes.'),
  size: z.number().describe('Bytes.'),
  url: z.string(),
  width: z.exactOptional(z.number()),
  height: z.exactOptional(z.number()),
  pages: z.exactOptional(z.number()),
  isScanned: z.exactOptional(z.boolean()).describe('A PDF without readable text.'),
  isCut: z.exactOptional(z.boolean()).describe('Only the beginning of the text could be read.'),
}) satisfies z.ZodType<Attachment>;

const toolCall = z.strictObject({
  name: z.enum(['web_search', 'image_generation']),
  status: z.enum(['starting', 'completed', 'error']),
  detail: z.exactOptional(z.string()),
});

export const message = z.strictObject({
  id: z.string(),
  text: z.string(),
  isUser: z.boolean(),
  timestamp: time,
  status: z.enum(['streaming', 'complete', 'stopped', 'interrupted', 'failed']),
  mode: z.exactOptional(modeId),
  isError: z.exactOptional(z.boolean()),
  errorCode: z.exactOptional(errorCode),
  error: z.exactOptional(z.string()),
  reasoningContent: z.exactOptional(z.string()),
  thinkingContent: z.exactOptional(z.string()),
  answerContent: z.exactOptional(z.string()),
  isReasoningStreaming: z.exactOptional(z.boolean()),
  attachments: z.exactOptional(z.array(attachment)),
  attachedImageUri: z.exactOptional(z.string()),
  attachedDocumentName: z.exactOptional(z.string()),
  previousImageUrl: z.exactOptional(z.string()),
  imageUrl: z.exactOptional(z.string()),
  imagePrompt: z.exactOptional(z.string()),
  sources: z.exactOptional(z.array(z.string())),
  toolCalls: z.exactOptional(z.array(toolCall)),
  versionIds: z.exactOptional(z.array(z.string())),
  generationId: z.exactOptional(z.string()).describe('Only while it is streaming.'),
  seq: z.exactOptional(z.number()).describe('Only while it is streaming: the last event in it.'),
}) satisfies z.ZodType<Message>;

export const conversation = z.strictObject({
  id: z.string(),
  title: z.string(),
  webSearchEnabled: z.boolean(),
  thinkingModeEnabled: z.boolean(),
  pinned: z.boolean(),
  archived: z.boolean(),
  updatedAt: time.describe('Of the last message.'),
}) satisfies z.ZodType<Conversation>;

export const usage = z.strictObject({
  messagesUsed: z.number(),
  messagesLimit: z.number(),
  periodEnd: time,
  isLimitReached: z.boolean(),
}) satisfies z.ZodType<Usage>;

export const capability = z.strictObject({ ok: z.boolean(), reason: z.exactOptional(z.string()) });

/** One `data: ` line of a reply's stream. */
export const streamEvent = z
  .union([
    z.strictObject({ generationId: z.string(), userMessageId: z.string(), assistantMessageId: z.string() }),
    z.strictObject({ title: z.string() }),
    z.strictObject({ content: z.string() }),
    z.strictObject({
      reasoning: z.strictObject({ content: z.string(), status: z.enum(['streaming', 'complete']) }),
    }),
    z.strictObject({ toolCall }),
    z.strictObject({ imageUrl: z.string(), imagePrompt: z.string() }),
    z.strictObject({ sources: z.array(z.string()) }),
    z.strictObject({ snapshot: message }),
    z.strictObject({ done: z.literal(true), message, usage }),
    z.strictObject({ error: z.string(), code: errorCode }),
  ])
  .describe('The JSON object of one `data:` line. Lines that begin with a colon only keep the connection open.');

/** One `data: ` line of GET /api/events. */
export const userEvent = z
  .discriminatedUnion('type', [
    z
      .strictObject({ type: z.literal('user'), user })
      .describe('The user now. Comes first, and when events may have been missed: read anew what you show.'),
    z.strictObject({ type: z.literal('usage'), usage }),
    z
      .strictObject({
        type: z.literal('conversation'),
        conversation,
        lastMessageIds: z
          .array(z.string())
          .describe('Of the last messages that it shows, at most three, oldest first.'),
      })
      .describe('It is new, restored or changed, or has other messages.'),
    z.strictObject({ type: z.literal('deleted'), conversationId: z.string() }),
    z
      .strictObject({
        type: z.literal('reply-started'),
        conversationId: z.string(),
        generationId: z.string(),
        userMessageId: z.string(),
        assistantMessageId: z.string(),
      })
      .describe('It can be read under its `generationId`.'),
    z
      .strictObject({ type: z.literal('reply-ended'), conversationId: z.string(), generationId: z.string() })
      .describe('It is stored, however it ended.'),
  ])
  .describe(
    'The JSON object of one `data:` line. Lines that begin with a colon only keep the connection open.',
  ) satisfies z.ZodType<UserEvent>;
