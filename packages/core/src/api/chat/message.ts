import { z } from 'zod';
import { MODES, TOOLS } from '../../chat/modes.ts';
import { enumOf, idsOf } from '../enum-of.ts';
import { Attachment } from './files.ts';
import { ErrorCode, Time } from '../response.ts';

export const Mode = enumOf(idsOf(MODES));

/** A tool call of a reply. `starting` until it has ended one way or the other. */
export const ToolCall = z.object({
  name: enumOf(idsOf(TOOLS)),
  status: z.enum(['starting', 'completed', 'error']),
  detail: z.exactOptional(z.string()).describe('The input of the call, such as the words of a search.'),
  seconds: z.exactOptional(z.number()).describe('How long the call took, once it has ended.'),
});
export type ToolCall = z.infer<typeof ToolCall>;

/**
 * `streaming`: being written. `complete`: the model finished. `stopped`: its user pressed Stop.
 * `interrupted`: our server died or restarted. `failed`: the model or the connection to it failed.
 */
const MessageStatus = z.enum(['streaming', 'complete', 'stopped', 'interrupted', 'failed']);
export type MessageStatus = z.infer<typeof MessageStatus>;

/** A file of a project that a reply is based on. */
export const FileSource = z.object({
  fileId: z.string(),
  name: z.string(),
  excerpt: z.string().describe('The beginning of the passage that fits the question best.'),
});
export type FileSource = z.infer<typeof FileSource>;

/**
 * A model as people know it. The label is stored with the reply, because the operator may rename or remove the model.
 */
export const ModelName = z.object({
  id: z.string().min(1).max(100),
  label: z.string().min(1).max(100),
});
export type ModelName = z.infer<typeof ModelName>;

/** One message as every client sees it: the spec's Message plus its status and its position in a running reply. */
export const Message = z.object({
  id: z.string().describe('UUID.'),
  text: z.string().describe('The question, or the reply so far without its reasoning.'),
  isUser: z.boolean(),
  timestamp: Time,
  status: MessageStatus,
  mode: z.exactOptional(Mode),
  model: z.exactOptional(ModelName).describe('Of a reply: the model that wrote it, on a server with several.'),
  isError: z.exactOptional(z.boolean()),
  errorCode: z.exactOptional(ErrorCode).describe('Why a reply failed or was interrupted.'),
  error: z.exactOptional(z.string()).describe('The same as a sentence.'),
  reasoningContent: z.exactOptional(z.string()).describe('The reasoning so far.'),
  thinkingContent: z.exactOptional(z.string()).describe('The same text once the reply has ended.'),
  answerContent: z.exactOptional(z.string()).describe('The answer alone, once a `thinking` reply has ended.'),
  isReasoningStreaming: z.exactOptional(z.boolean()),
  reasoningMs: z.exactOptional(z.number()).describe('How long the reasoning took, in milliseconds, once it is over.'),
  attachments: z.exactOptional(z.array(Attachment)).describe('Of a question.'),
  attachedImageUri: z.exactOptional(z.string()).describe('The address of its first picture.'),
  attachedDocumentName: z.exactOptional(z.string()).describe('The name of its first document.'),
  previousImageUrl: z
    .exactOptional(z.string())
    .describe('Of a question in Image mode: the address of the earlier picture to change.'),
  imageUrl: z.exactOptional(z.string()).describe('Of a reply: the generated picture.'),
  imagePrompt: z.exactOptional(z.string()),
  sources: z
    .exactOptional(z.array(z.string()))
    .describe('The addresses of the web pages that the reply is based on; empty if they are unknown.'),
  sourceTitles: z
    .exactOptional(z.array(z.string()))
    .describe('The titles of these pages, in the same order; empty where unknown.'),
  fileSources: z
    .exactOptional(z.array(FileSource))
    .describe(
      'Files of the project of which the model was given passages, the best match first; empty if it was given all files.',
    ),
  toolCalls: z.exactOptional(z.array(ToolCall)).describe('In the order they began; only while it is streaming.'),
  isCut: z.exactOptional(z.boolean()).describe('Of a complete reply: it reached its length limit.'),
  continues: z.exactOptional(z.string()).describe('Of a reply: the ID of the shorter reply that it continues.'),
  summary: z
    .exactOptional(z.string().nullable())
    .describe(
      'On the last message that the model no longer reads: what it knows of the conversation up to here, or null if nothing.',
    ),
  versionIds: z
    .exactOptional(z.array(z.string()))
    .describe('All versions of this message including this one, oldest first; absent if it is the only one.'),
  generationId: z.exactOptional(z.string()).describe('Only while it is streaming.'),
  seq: z.exactOptional(z.number()).describe('Only while it is streaming: the last event in it.'),
});
export type Message = z.infer<typeof Message>;
