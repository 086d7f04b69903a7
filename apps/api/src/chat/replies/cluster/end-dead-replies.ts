import type { Logger } from 'pino';
import { applyEvent, decodeFrame, sentenceOf, isLastEvent, type Message } from '@parley/core';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { Frame, SharedReplies } from '../../../cluster/shared-replies.ts';
import type { Spendings } from '../../../spending/spendings.ts';
import type { Checkpoint, Storage } from '../../../storage/storage.ts';
import type { ReplyJournal } from '../journal/reply-journal.ts';

export interface EndDeadRepliesDependencies {
  storage: Pick<Storage, 'replies'>;
  spendings: Pick<Spendings, 'owners' | 'recover'>;
  cluster: Pick<Cluster, 'lease' | 'replies'>;
  journal?: ReplyJournal;
  logger: Logger;
  now: () => number;
}

/**
 * Marks the unfinished replies of dead processes as interrupted, with everything that they sent, refunds their messages
 * and notifies their readers. Charges what their other calls had used.
 */
export async function endDeadReplies(dependencies: EndDeadRepliesDependencies): Promise<void> {
  const { storage, spendings, cluster, journal, logger, now } = dependencies;
  // Owners are read first: an owner in the store has long been known as alive, if it is.
  const owners = await Promise.all([storage.replies.owners(), spendings.owners(), journal?.owners() ?? []]);
  const dead = await cluster.lease.findDead([...new Set(owners.flat())]);
  if (dead.length === 0) return;
  const sent = await readSent(dead, dependencies);
  const error = { code: 'interrupted' as const, sentence: sentenceOf('interrupted') };
  const interrupted = await storage.replies.recoverReplies(dead, now(), error, sent);
  await spendings.recover(dead);
  for (const owner of dead) journal?.delete(owner);
  for (const { generationId } of interrupted) cluster.replies.seal(generationId);
  if (interrupted.length > 0)
    logger.warn({ replies: interrupted.length }, 'replies of dead processes were interrupted');
}

/**
 * The replies of dead processes by `generationId`, with what was sent and used after their last checkpoints, as far as
 * the journals or the shared logs have it.
 */
async function readSent(
  dead: string[],
  { storage, cluster, journal }: EndDeadRepliesDependencies,
): Promise<Map<string, Checkpoint>> {
  const journals = await Promise.all(dead.map((owner) => journal?.read(owner)));
  const unfinished = await storage.replies.unfinished(dead);
  const sent = unfinished.map(async ({ generationId, message: stored }) => {
    const journaled = journals.map((replies) => replies?.get(generationId)).find((reply) => reply !== undefined);
    const message = await addShared(generationId, addFrames(stored, journaled?.frames ?? []), cluster.replies);
    const spent = journaled?.spent;
    // A checkpoint of a later event has stored what was used until then.
    const isLater = spent && spent.seq >= (stored.seq ?? -1);
    return [generationId, { generationId, message, ...(isLater && { spending: spent.spending }) }] as const;
  });
  return new Map(await Promise.all(sent));
}

/** Adds the events of the shared log that follow. They are missing while other processes cannot be reached. */
async function addShared(generationId: string, message: Message, shared: SharedReplies): Promise<Message> {
  for (;;) {
    const read = await shared.read(generationId, message.seq ?? -1);
    const next = addFrames(message, read?.frames ?? []);
    if (next === message) return message;
    message = next;
  }
}

/** The message with those of the events, in order, that follow its last one. */
function addFrames(message: Message, frames: Frame[]): Message {
  for (const { seq, text } of frames) {
    const event = decodeFrame(text);
    // The end that a reader got while the store was away is not the stored one.
    if (event && !isLastEvent(event) && seq === (message.seq ?? -1) + 1) message = applyEvent(message, { seq, event });
  }
  return message;
}
