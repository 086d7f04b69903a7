import { ERRORS, type ErrorCode } from './errors.ts';
import type { ModeId } from './modes.ts';

/**
 * `streaming`: being written. `complete`: the model finished. `stopped`: its user pressed Stop.
 * `interrupted`: our server died or was restarted. `failed`: the model or the way to it failed.
 */
export type MessageStatus = 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed';

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

export function newUserMessage(text: string, { id, now, mode }: NewMessage): Message {
  return { id, text, isUser: true, timestamp: new Date(now).toISOString(), status: 'complete', mode };
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

/** Whether a reader has anything of this reply to read; decides whether a stopped reply counts. */
export function hasVisibleText(message: Message): boolean {
  return receivedText(message).trim() !== '';
}

/** The text of a reply that failed before anything arrived: the spec's 'Error: {message}'. */
function errorText(sentence: string): string {
  return `Error: ${sentence}`;
}

/** What a reply becomes when it ends in an error: everything received so far is kept. */
export function failReply(message: Message, code: ErrorCode, sentence: string = ERRORS[code].message): Message {
  return endReply({
    ...message,
    text: message.text === '' ? errorText(sentence) : message.text,
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
  const { generationId: _run, seq: _seq, isReasoningStreaming: _live, ...ended } = message;
  if (ended.reasoningContent !== undefined) ended.thinkingContent = ended.reasoningContent;
  if (ended.mode === 'thinking' && !ended.isError) ended.answerContent = ended.text;
  return ended;
}
