import { AppError } from '@parley/core';
import type { ReplyRecord, ReplyStore } from '../../../storage/storage.ts';
import type { Moderation } from '../../moderation/moderation.ts';
import type { Accepted } from './accept-message.ts';
import { fingerprintOf, type NewMessage } from './new-message.ts';

/** Checks and counts a message before it is accepted. Returns a function that uncounts one that was sent before. */
export type Admit = () => Promise<() => Promise<void>>;

interface AcceptOnceDependencies {
  storage: { replies: Pick<ReplyStore, 'findByClientMessageId'> };
  moderation: Pick<Moderation, 'isOn'>;
  /** Whether this process still accepts messages. */
  acceptsMessages: boolean;
}

/**
 * Admits and accepts a message. Returns the reply of an earlier send of it instead, also where a new message would be
 * refused. Throws `idempotency-mismatch` when the earlier send was a different message. Neither counts.
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

  const findEarlier = async () =>
    clientMessageId === null ? null : replies.findByClientMessageId(userId, clientMessageId);

  const bringsFiles = Boolean(inline.base64ImageDataUri || inline.documentContent);
  if (bringsFiles || moderation.isOn || replaces !== null || !acceptsMessages) {
    const earlier = await findEarlier();
    if (earlier) return repeatOf(earlier, message);
  }
  let giveBack = async () => {};
  try {
    giveBack = await admit();
    const accepted = await accept();
    if (!accepted.isNew) await giveBack();
    return accepted;
  } catch (error) {
    // A store that fails is not asked again.
    const isRefused = error instanceof AppError && error.status < 500;
    const earlier = isRefused ? await findEarlier() : null;
    if (!earlier) throw error;
    await giveBack();
    return repeatOf(earlier, message);
  }
}

function repeatOf(record: ReplyRecord & { fingerprint: string }, message: NewMessage): Accepted {
  if (record.fingerprint !== fingerprintOf(message)) throw new AppError('idempotency-mismatch');
  return { isNew: false, record };
}
