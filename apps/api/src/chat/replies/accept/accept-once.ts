import { AppError } from '@parley/core';
import type { ReplyStore } from '../../../storage/storage.ts';
import type { Moderation } from '../../moderation/moderation.ts';
import type { Accepted } from './accept-message.ts';
import { fingerprintOf, type NewMessage } from './new-message.ts';

/** Checks and counts a message before it is accepted. Returns a function that uncounts it, for a repeat. */
export type Admit = () => Promise<() => Promise<void>>;

interface AcceptOnceDependencies {
  storage: { replies: Pick<ReplyStore, 'findByClientMessageId'> };
  moderation: Pick<Moderation, 'isOn'>;
  /** Whether this process still accepts messages. */
  acceptsMessages: boolean;
}

/**
 * Admits and accepts a message. Returns the reply of an earlier send of it instead, also where a new message would be
 * refused. Throws `idempotency-mismatch` when the earlier send was a different message.
 *
 * The store recognizes a repeat when it accepts. It is asked before only for a message that stores a file, asks the
 * moderation or replaces another one first.
 */
export async function acceptOnce(
  userId: string,
  message: NewMessage,
  admit: Admit,
  { storage: { replies }, moderation, acceptsMessages }: AcceptOnceDependencies,
  accept: () => Promise<Accepted>,
): Promise<Accepted> {
  const { clientMessageId, replaces, inline } = message;

  async function findRepeat(): Promise<Accepted | null> {
    const record = clientMessageId === null ? null : await replies.findByClientMessageId(userId, clientMessageId);
    if (record && record.fingerprint !== fingerprintOf(message)) throw new AppError('idempotency-mismatch');
    return record && { isNew: false, record };
  }

  async function admitAndAccept(): Promise<Accepted> {
    const giveBack = await admit();
    const accepted = await accept();
    if (!accepted.isNew) await giveBack();
    return accepted;
  }

  const bringsFiles = Boolean(inline.base64ImageDataUri || inline.documentContent);
  if (bringsFiles || moderation.isOn || replaces !== null || !acceptsMessages) {
    return (await findRepeat()) ?? admitAndAccept();
  }
  try {
    return await admitAndAccept();
  } catch (error) {
    // A store that fails is not asked again.
    const isRefused = error instanceof AppError && error.status < 500;
    const repeat = isRefused ? await findRepeat() : null;
    if (!repeat) throw error;
    return repeat;
  }
}
