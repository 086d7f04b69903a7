import { AppError } from '@parley/core';
import type { ReplyRecord, ReplyStore } from '../../../storage/storage.ts';
import { fingerprintOf, type NewMessage } from './new-message.ts';

/**
 * The reply of an earlier send with this client message id, if any. Throws `idempotency-mismatch` when that send was a
 * different message.
 */
export async function findRepeat(
  userId: string,
  message: NewMessage,
  replies: Pick<ReplyStore, 'findByClientMessageId'>,
): Promise<ReplyRecord | null> {
  if (message.clientMessageId === null) return null;
  const earlier = await replies.findByClientMessageId(userId, message.clientMessageId);
  if (earlier && earlier.fingerprint !== fingerprintOf(message)) throw new AppError('idempotency-mismatch');
  return earlier;
}
