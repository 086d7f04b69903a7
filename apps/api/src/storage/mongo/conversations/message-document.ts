import type { ErrorCode, Message, MessageStatus, ModeId } from '@parley/core';
import { deriveMessage, splitExtras, type Extras } from '../../conversations/stored-message.ts';
import { collection } from '../database/collection.ts';
import { idOf } from '../database/keys.ts';

/** The stored fields of a message. */
export interface MessageBody extends Extras, Pick<Message, 'text' | 'generationId' | 'seq' | 'isReasoningStreaming'> {
  isUser: boolean;
  createdAt: number;
  status: MessageStatus;
  mode?: ModeId;
  reasoning?: string;
  errorCode?: ErrorCode;
  error?: string;
}

/** A message in its conversation's tree. `_id` is the key of the message id. */
export interface MessageDocument {
  _id: string;
  userId: string;
  conversationId: string;
  parentId: string | null;
  /** Increases within a conversation, so it also orders a branch. */
  ord: number;
  isUser: boolean;
  /** Whether it is a version even off the branch: every question, and replies with an answer or a following message. */
  counts: boolean;
  body: MessageBody;
}

export const messages = collection<MessageDocument>('messages', [
  { name: 'of_conversation', key: { conversationId: 1, ord: -1 } },
  { name: 'by_parent', key: { conversationId: 1, parentId: 1, ord: 1 } },
]);

export function toBody(message: Message): MessageBody {
  const { text, isUser, status, timestamp, mode, generationId, seq, isReasoningStreaming, reasoningContent } = message;
  const { errorCode, error } = message;
  return defined({
    ...splitExtras(message).extras,
    text,
    isUser,
    status,
    createdAt: Date.parse(timestamp),
    mode,
    generationId,
    seq,
    isReasoningStreaming,
    reasoning: reasoningContent,
    errorCode,
    error,
  });
}

export function toMessage({ _id, body }: Pick<MessageDocument, '_id' | 'body'>): Message {
  const { createdAt, reasoning, errorCode: code, error: sentence, ...rest } = body;
  const stored: Message = {
    ...rest,
    id: idOf(_id),
    timestamp: new Date(createdAt).toISOString(),
    ...(reasoning !== undefined && { reasoningContent: reasoning }),
  };
  return deriveMessage(stored, { code, sentence });
}

type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** Removes undefined fields, which would be stored as null. */
function defined<T extends object>(fields: T): Defined<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}
