import type { Attachment } from '../api/chat/files.ts';
import type { Message } from '../api/chat/message.ts';
import { sentenceOf, type ErrorCode } from '../http/errors.ts';
import type { ModeId } from './modes.ts';

/** Maximum length of a question in characters, after trimming. */
export const MAX_MESSAGE_LENGTH = 200_000;
/** Maximum messages of a temporary chat in one request. */
export const MAX_TEMPORARY_TURNS = 200;

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

/** An empty reply that begins with the text, the reasoning, the sources and the picture of a shorter one. */
export function continuedReply(reply: Message, earlier: Message): Message {
  const { reasoningContent, reasoningMs, sources, sourceTitles, fileSources, imageUrl, imagePrompt } = earlier;
  return {
    ...reply,
    text: receivedText(earlier),
    ...(reasoningContent !== undefined && { reasoningContent, isReasoningStreaming: false }),
    ...(reasoningMs !== undefined && { reasoningMs }),
    ...(sources && { sources }),
    ...(sourceTitles && { sourceTitles }),
    ...(fileSources && { fileSources }),
    ...(imageUrl && { imageUrl }),
    ...(imagePrompt && { imagePrompt }),
    continues: earlier.id,
  };
}

/** Characters of text and reasoning from which a reply is too long to be continued. */
const MAX_BEGUN = 160 * 1024;

/** Whether a reply ended early, has text to continue and room for more. */
export function canBeContinued(message: Message): boolean {
  const { isUser, isCut = false, status, errorCode, reasoningContent = '' } = message;
  const text = receivedText(message);
  const endedEarly = isCut || (status !== 'complete' && status !== 'streaming');
  const hasRoom = text.length + reasoningContent.length < MAX_BEGUN;
  return !isUser && endedEarly && hasRoom && errorCode !== 'model-filtered' && text.trim() !== '';
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
 * asked for a picture. Any other reply is given back. `running` is the reply before it ended, with its tool calls.
 */
export function countsAsMessage(message: Message, running: Pick<Message, 'toolCalls'> = message): boolean {
  if (message.mode === 'image') return !NOT_DRAWN.has(message.errorCode);
  if (running.toolCalls?.some(({ name, status }) => name === 'image_generation' && status !== 'error')) return true;
  const { status, reasoningContent = '', sources = [] } = message;
  return status === 'complete' || hasAnswer(message) || reasoningContent.trim() !== '' || sources.length > 0;
}

/**
 * The text of a reply that failed before anything arrived: the spec's 'Error: {message}'. It is stored, so it is the
 * same in every language.
 */
export function errorText(sentence: string): string {
  return `Error: ${sentence}`;
}

/** The reply after it ended in an error. Everything received so far is kept. */
export function failReply(message: Message, code: ErrorCode, sentence: string = sentenceOf(code)): Message {
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
