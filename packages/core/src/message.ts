import type { Attachment } from './attachments.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import type { ModeId } from './modes.ts';

/**
 * `streaming`: being written. `complete`: the model finished. `stopped`: its user pressed Stop.
 * `interrupted`: our server died or was restarted. `failed`: the model or the way to it failed.
 */
export type MessageStatus = 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed';

export type ToolName = 'web_search' | 'image_generation';

/** Something that is done for a reply beside writing it. `starting` until it has ended one way or the other. */
export interface ToolCall {
  name: ToolName;
  status: 'starting' | 'completed' | 'error';
  /** What it is done with: the words that are searched for. */
  detail?: string;
}

/** One message as every client sees it: the spec's Message and, additively, its status and its place in a running reply. */
export interface Message {
  /** UUID. */
  id: string;
  /** What is shown: the question, or the reply so far without its reasoning. */
  text: string;
  isUser: boolean;
  /** ISO 8601. */
  timestamp: string;
  status: MessageStatus;
  mode?: ModeId;
  isError?: boolean;
  /** Why a failed or interrupted reply ended, and the sentence that says so. */
  errorCode?: ErrorCode;
  error?: string;
  /** The reasoning so far; `thinkingContent` is the same text once the reply has ended, as the spec has it. */
  reasoningContent?: string;
  thinkingContent?: string;
  /** The answer alone, set when a `thinking` reply has ended. */
  answerContent?: string;
  isReasoningStreaming?: boolean;
  /** Of a question: what came with it. The spec's two fields name the first picture's address and the first document. */
  attachments?: Attachment[];
  attachedImageUri?: string;
  attachedDocumentName?: string;
  /** Of a question in Image mode: the address of the earlier picture that shall be changed. */
  previousImageUrl?: string;
  /** Of a reply: the picture that was made, and from which words. */
  imageUrl?: string;
  imagePrompt?: string;
  /** Addresses of the pages that a reply rests on, as `cleanSources` leaves them. */
  sources?: string[];
  /** What is being done for a reply, in the order it began; only while it is `streaming`. */
  toolCalls?: ToolCall[];
  /** The ids of all versions of this message, this one among them, oldest first; absent when it is the only one. */
  versionIds?: string[];
  /** The run that writes this reply, and the last event folded into it; only while it is `streaming`. */
  generationId?: string;
  seq?: number;
}

/** Characters, after trimming, of the longest question that is taken. */
export const MAX_MESSAGE_LENGTH = 200_000;

export interface NewMessage {
  id: string;
  /** Epoch milliseconds. */
  now: number;
  mode: ModeId;
}

/** What comes with a question beside its text. */
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

/** The question with these attachments instead of those it had. */
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

/** The reply without the error sentence that stands in for its text when nothing had arrived. */
export function receivedText(message: Message): string {
  return message.isError && message.text === errorText(message.error ?? '') ? '' : message.text;
}

/** Whether a reader has anything of this reply to read or see; decides whether a stopped reply counts. */
export function hasAnswer(message: Message): boolean {
  return receivedText(message).trim() !== '' || message.imageUrl !== undefined;
}

/** The text of a reply that failed before anything arrived: the spec's 'Error: {message}'. */
function errorText(sentence: string): string {
  return `Error: ${sentence}`;
}

/** What a reply becomes when it ends in an error: everything received so far is kept. */
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

/** What a reply becomes when it was finished or stopped. */
export function completeReply(message: Message, status: 'complete' | 'stopped'): Message {
  return endReply({ ...message, status });
}

function endReply(message: Message): Message {
  const { generationId: _run, seq: _seq, isReasoningStreaming: _live, toolCalls: _calls, ...ended } = message;
  if (ended.reasoningContent !== undefined) ended.thinkingContent = ended.reasoningContent;
  if (ended.mode === 'thinking' && !ended.isError) ended.answerContent = ended.text;
  return ended;
}
