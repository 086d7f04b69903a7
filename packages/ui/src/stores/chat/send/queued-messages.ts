import { isModeId, type Attachment, type ModeId } from '@parley/core';
import { readAttachmentList } from '../attachments/draft-attachments.ts';
import { readStored, writeStored, type KeyValueStorage } from '../../storage/stored-json.ts';

/** A question that was sent while there was no way to the server. */
export interface WaitingQuestion {
  /** The same at every attempt, so that the server takes it once. */
  clientMessageId: string;
  text: string;
  mode: ModeId;
  attachments: Attachment[];
  previousImageUrl: string | null;
  /** When it was sent, in ISO 8601. */
  sentAt: string;
  /** Whether the conversation was begun here and the server does not have it. */
  isFirst: boolean;
}

/** What waits to be sent, by conversation id, each in the order in which it was written. */
export type Waiting = Record<string, WaitingQuestion[]>;

export function readWaiting(storage: KeyValueStorage, key: string): Waiting {
  const waiting: Waiting = {};
  for (const [id, value] of Object.entries(readStored(storage, key))) {
    const questions = Array.isArray(value) ? value.flatMap((item: unknown) => readQuestion(item) ?? []) : [];
    if (questions.length > 0) waiting[id] = questions;
  }
  return waiting;
}

/** Changes what waits in one conversation, as it is stored now: another tab may have sent some of it, or added to it. */
export function changeWaiting(
  storage: KeyValueStorage,
  key: string,
  conversationId: string,
  change: (questions: WaitingQuestion[]) => WaitingQuestion[],
): void {
  writeStored(storage, key, withQuestions(readWaiting(storage, key), conversationId, change));
}

/** What waits, changed in one conversation. */
export function withQuestions(
  waiting: Waiting,
  conversationId: string,
  change: (questions: WaitingQuestion[]) => WaitingQuestion[],
): Waiting {
  const { [conversationId]: questions = [], ...others } = waiting;
  const changed = change(questions);
  return changed.length > 0 ? { ...others, [conversationId]: changed } : others;
}

function readQuestion(value: unknown): WaitingQuestion | null {
  const question = value as Partial<Record<keyof WaitingQuestion, unknown>> | null;
  const { clientMessageId, text, mode, previousImageUrl, sentAt } = question ?? {};
  const isWhole = typeof clientMessageId === 'string' && typeof text === 'string' && isMoment(sentAt) && isModeId(mode);
  if (!isWhole) return null;
  return {
    clientMessageId,
    text,
    mode,
    attachments: readAttachmentList(question?.attachments),
    previousImageUrl: typeof previousImageUrl === 'string' ? previousImageUrl : null,
    sentAt,
    isFirst: question?.isFirst === true,
  };
}

function isMoment(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
