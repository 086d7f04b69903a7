import { randomUUID } from 'node:crypto';
import { titleFromText } from '@parley/core';
import type { AcceptRequest } from '../../../storage/storage.ts';
import { fingerprintOf, type NewMessage } from './new-message.ts';
import type { PreparedQuestion } from './prepare-question.ts';

/** Builds the storage request that accepts a message, with fresh ids for everything it creates. */
export function acceptRequest(
  userId: string,
  message: NewMessage,
  question: PreparedQuestion,
  taken: Pick<AcceptRequest, 'usageRule' | 'now' | 'owner' | 'model'>,
): AcceptRequest {
  return {
    userId,
    conversationId: message.conversationId,
    clientMessageId: message.clientMessageId ?? randomUUID(),
    fingerprint: fingerprintOf(message),
    generationId: randomUUID(),
    userMessageId: randomUUID(),
    assistantMessageId: randomUUID(),
    mode: message.mode,
    text: message.text,
    attachments: question.attachments,
    previousImageUrl: question.previousImageUrl,
    ...(question.replaces === null ? {} : { replaces: question.replaces }),
    ...(message.projectId === null ? {} : { projectId: message.projectId }),
    seed: message.seed.map((turn) => ({ ...turn, id: randomUUID() })),
    title: titleFromText(question.words),
    ...taken,
  };
}
