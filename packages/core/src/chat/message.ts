import type { Attachment } from './attachments.ts';
import { ERRORS, type ErrorCode } from '../http/errors.ts';
import type { ModeId } from './modes.ts';

/**
 * `streaming`: being written. `complete`: the model finished. `stopped`: its user pressed Stop.
 * `interrupted`: our server died or restarted. `failed`: the model or the connection to it failed.
 */
export type MessageStatus = 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed';

export type ToolName = 'web_search' | 'image_generation';

/** A tool call of a reply. `starting` until it has ended one way or the other. */
export interface ToolCall {
  name: ToolName;
  status: 'starting' | 'completed' | 'error';
  /** The input of the call, such as the words of a search. */
  detail?: string;
}

/** One message as every client sees it: the spec's Message plus its status and its position in a running reply. */
export interface Message {
  /** UUID. */
  id: string;
  /** The text shown: the question, or the reply so far without its reasoning. */
  text: string;
  isUser: boolean;
  /** ISO 8601. */
  timestamp: string;
  status: MessageStatus;
  mode?: ModeId;
  isError?: boolean;
  /** Why a failed or interrupted reply ended, as a code and as a sentence. */
  errorCode?: ErrorCode;
  error?: string;
  /** The reasoning so far. `thinkingContent` is the same text once the reply has ended, as in the spec. */
  reasoningContent?: string;
  thinkingContent?: string;
  /** The answer alone, set when a `thinking` reply has ended. */
  answerContent?: string;
  isReasoningStreaming?: boolean;
  /** Of a question: its attachments. The spec's two fields hold the first picture's address and the first document. */
  attachments?: Attachment[];
  attachedImageUri?: string;
  attachedDocumentName?: string;
  /** Of a question in Image mode: the address of the earlier picture to change. */
  previousImageUrl?: string;
  /** Of a reply: the generated picture and its prompt. */
  imageUrl?: string;
  imagePrompt?: string;
  /** The addresses of the reply's sources, as `cleanSources` returns them. */
  sources?: string[];
  /** The reply's tool calls in the order they began; only while it is `streaming`. */
  toolCalls?: ToolCall[];
  /** The ids of all versions of this message including this one, oldest first; absent if it is the only one. */
  versionIds?: string[];
  /** The generation that writes this reply and the last event applied to it; only while it is `streaming`. */
  generationId?: string;
  seq?: number;
}

/** Maximum length of a question in characters, after trimming. */
export const MAX_MESSAGE_LENGTH = 200_000;

export interface NewMessage {
  id: string;
  /** Epoch milliseconds. */
  now: number;
  mode: ModeId;
}

/** What comes with a question besides its text. */
export interface QuestionExtras {
  attachments?: Attachment[];
  previousImageUrl?: string | null;
}

export function newUserMessage(
  text: string,
  { id, now, mode }: NewMessage,
  { attachments = [], previousImageUrl }: QuestionExtras = {},
): Message {
  const timestamp = new Date(now).toISOString();
  const message: Message = { id, text, isUser: true, timestamp, status: 'complete', mode };
  if (previousImageUrl) message.previousImageUrl = previousImageUrl;
  return withAttachments(message, attachments);
}

/** The question with its attachments replaced by these. */
export function withAttachments(question: Message, attachments: Attachment[]): Message {
  const { attachments: _had, attachedImageUri: _uri, attachedDocumentName: _name, ...bare } = question;
  if (attachments.length === 0) return bare;
  const image = attachments.find(({ kind }) => kind === 'image');
  const document = attachments.find(({ kind }) => kind !== 'image');
  return {
    ...bare,
    attachments,
    ...(image && { attachedImageUri: image.url }),
    ...(document && { attachedDocumentName: document.name }),
  };
}

export function newReply(generationId: string, { id, now, mode }: NewMessage): Message {
  return {
    id,
    text: '',
    isUser: false,
    timestamp: new Date(now).toISOString(),
    status: 'streaming',
    mode,
    generationId,
    seq: 0,
  };
}

/** The reply without the error sentence that stands in for its text if nothing had arrived. */
export function receivedText(message: Message): string {
  return message.isError && message.text === errorText(message.error ?? '') ? '' : message.text;
}

/** Whether this reply has an answer to read or see; one without is no version of its own. */
export function hasAnswer(message: Message): boolean {
  return receivedText(message).trim() !== '' || message.imageUrl !== undefined;
}

/** How a picture ends that the provider never began to draw. */
const NOT_DRAWN = new Set<ErrorCode | undefined>([
  'invalid-request',
  'not-found',
  'model-auth',
  'model-quota',
  'model-rate-limited',
  'model-unreachable',
  'model-not-found',
]);

/**
 * Whether this reply is a counted message, whatever ended it: something of it reached the person, or the provider was
 * asked for a picture. Any other reply is given back.
 */
export function countsAsMessage(message: Message): boolean {
  if (message.mode === 'image') return !NOT_DRAWN.has(message.errorCode);
  const { status, reasoningContent = '', sources = [] } = message;
  return status === 'complete' || hasAnswer(message) || reasoningContent.trim() !== '' || sources.length > 0;
}

/** The text of a reply that failed before anything arrived: the spec's 'Error: {message}'. */
function errorText(sentence: string): string {
  return `Error: ${sentence}`;
}

/** The reply after it ended in an error. Everything received so far is kept. */
export function failReply(message: Message, code: ErrorCode, sentence: string = ERRORS[code].message): Message {
  return endReply({
    ...message,
    text: message.text === '' && message.imageUrl === undefined ? errorText(sentence) : message.text,
    status: code === 'interrupted' ? 'interrupted' : 'failed',
    isError: true,
    errorCode: code,
    error: sentence,
  });
}

/** The reply after it was completed or stopped. */
export function completeReply(message: Message, status: 'complete' | 'stopped'): Message {
  return endReply({ ...message, status });
}

function endReply(message: Message): Message {
  const { generationId: _run, seq: _seq, isReasoningStreaming: _live, toolCalls: _calls, ...ended } = message;
  if (ended.reasoningContent !== undefined) ended.thinkingContent = ended.reasoningContent;
  if (ended.mode === 'thinking' && !ended.isError) ended.answerContent = ended.text;
  return ended;
}
