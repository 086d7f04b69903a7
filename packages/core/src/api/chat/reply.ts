import { z } from 'zod';
import { MAX_ATTACHMENTS } from '../../chat/attachments.ts';
import { MAX_MESSAGE_LENGTH, MAX_TEMPORARY_TURNS } from '../../chat/message.ts';
import { DEFAULT_MODE } from '../../chat/modes.ts';
import { FileSource, Message, Mode, ToolCall } from './message.ts';
import { t } from '../../language/translate.ts';
import { ErrorCode, Success } from '../response.ts';
import { Usage } from '../account/user.ts';

/** Most turns read from a request for a conversation that the server does not know. */
export const MAX_TURNS = 10;
const MAX_NAME = 1_000;
const MAX_ADDRESS = 2_000;
/** Maximum length of an id that a client may make, in characters. */
const MAX_CLIENT_ID = 200;
const Content = z.string().max(MAX_MESSAGE_LENGTH);
const AttachmentIds = z.array(z.string().regex(/^[\w-]{1,64}$/, t`must be the id of a file`)).max(MAX_ATTACHMENTS);

/** How a reply should differ from a usual one: `plainer` means in simpler words. */
export const ReplyLength = z.enum(['shorter', 'longer', 'plainer']);
export type ReplyLength = z.infer<typeof ReplyLength>;

/** POST /api/chat/stream: the spec's body, the API page's short `text`, and our `clientMessageId`. */
export const StreamRequest = z.object({
  conversationId: z.uuid(),
  text: Content.optional(),
  messages: z
    .array(
      z.object({
        role: z.enum(['user', 'assistant']),
        content: Content,
        attachmentIds: AttachmentIds.optional().describe('Only in a temporary chat: uploads that come with it.'),
      }),
    )
    .max(MAX_TEMPORARY_TURNS)
    .optional()
    .describe(
      `At most ${MAX_TURNS}, with the question last; up to ${MAX_TEMPORARY_TURNS} in a temporary chat, where they are the whole conversation.`,
    ),
  temporary: z
    .boolean()
    .default(false)
    .describe(
      'Stores neither the question nor the reply. The model reads `messages` alone: no memories, no project. `conversationId` is ignored. Its uploads stay until you delete them, a day at most.',
    ),
  selectedTool: Mode.default(DEFAULT_MODE),
  isRegeneration: z.boolean().default(false),
  originalMessageId: z
    .string()
    .max(MAX_CLIENT_ID)
    .nullish()
    .describe('The question or reply to replace; one that the server does not know means the last one.'),
  continues: z
    .string()
    .max(MAX_CLIENT_ID)
    .nullish()
    .describe('The id of a reply to continue: the new reply begins with its text and replaces it.'),
  length: ReplyLength.nullish().describe(
    'Asks for a reply that is shorter, longer or in plainer words than usual, such as when one is regenerated.',
  ),
  model: z
    .string()
    .max(100)
    .nullish()
    .describe(
      'On a server with several models: the ID of the one that answers this message; your own choice if absent.',
    ),
  projectId: z.uuid().nullish().describe('The project that a new conversation is made in; ignored in one that exists.'),
  clientMessageId: z
    .uuid()
    .nullish()
    .describe('Made once per press of Send. The same id again attaches to the same reply and counts nothing.'),
  userId: z.unknown().optional().describe('Ignored: the bearer token identifies the user.'),
  attachmentIds: AttachmentIds.nullish().describe(
    'Uploads that come with the question. If absent when a question is replaced, it keeps its attachments.',
  ),
  base64ImageDataUri: z
    .string()
    .nullish()
    .describe('A picture. With it or a document, a request may have 32 MB; without them, 1 MB.'),
  documentName: z.string().max(MAX_NAME).nullish(),
  documentContent: z.string().nullish().describe('The text of a document, or the data URI of a PDF.'),
  previousImageUrl: z
    .string()
    .max(MAX_ADDRESS)
    .nullish()
    .describe('In Image mode: the address of the earlier picture to change; another user’s is treated as unknown.'),
});
/** What our clients send: they leave the id out instead of sending null. */
export type StreamRequest = z.input<typeof StreamRequest> & { clientMessageId?: string };

/** GET /api/chat/stream/{generationId} */
export const StreamQuery = z.object({ after: z.coerce.number().int().min(-1).optional() });

/** One `data:` line of a reply's stream. */
export const StreamLine = z
  .union([
    z.object({ generationId: z.string(), userMessageId: z.string(), assistantMessageId: z.string() }),
    z.object({ title: z.string() }),
    z.object({ content: z.string() }),
    z.object({
      reasoning: z.object({
        content: z.string(),
        status: z.enum(['streaming', 'complete']),
        durationMs: z.exactOptional(z.number()),
      }),
    }),
    z.object({ toolCall: ToolCall }),
    z.object({ imageUrl: z.string(), imagePrompt: z.string() }),
    z.object({
      sources: z.array(z.string()),
      sourceTitles: z.exactOptional(z.array(z.string())),
    }),
    z.object({ fileSources: z.array(FileSource) }),
    z.object({ cut: z.literal(true) }),
    z.object({ snapshot: Message }),
    z.object({ done: z.literal(true), message: Message, usage: Usage }),
    z.object({ error: z.string(), code: ErrorCode }),
  ])
  .describe('The JSON object of one `data:` line. Lines that begin with a colon only keep the connection open.');
export type StreamLine = z.infer<typeof StreamLine>;

/**
 * POST /api/chat/stream/{generationId}/stop: answers once the model's socket is closed and the text is stored. Answers
 * 202 with `stopping` if another process has yet to confirm that; the reply's last event does.
 */
export const StoppedResponse = Success.extend({ status: Message.shape.status });
export const StoppingResponse = Success.extend({ status: z.literal('stopping') });
export type StopResponse = z.infer<typeof StoppedResponse> | z.infer<typeof StoppingResponse>;

export const ActiveReply = z.object({
  generationId: z.string(),
  conversationId: z.string(),
  assistantMessageId: z.string(),
});
export type ActiveReply = z.infer<typeof ActiveReply>;

/** GET /api/chat/active */
export const ActiveResponse = Success.extend({ replies: z.array(ActiveReply) });
export type ActiveResponse = z.infer<typeof ActiveResponse>;
