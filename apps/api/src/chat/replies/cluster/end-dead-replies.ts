import type { Logger } from 'pino';
import { ERRORS } from '@parley/core';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { Storage } from '../../../storage/storage.ts';

export interface EndDeadRepliesDependencies {
  storage: Pick<Storage, 'replies'>;
  cluster: Pick<Cluster, 'lease' | 'replies'>;
  logger: Logger;
  now: () => number;
}

/** Marks the unfinished replies of dead processes as interrupted, refunds their messages and notifies their readers. */
export async function endDeadReplies({ storage, cluster, logger, now }: EndDeadRepliesDependencies): Promise<void> {
  // Owners are read first: an owner in the store has long been known as alive, if it is.
  const dead = await cluster.lease.findDead(await storage.replies.owners());
  if (dead.length === 0) return;
  const error = { code: 'interrupted' as const, sentence: ERRORS.interrupted.message };
  const interrupted = await storage.replies.recoverReplies(dead, now(), error);
  for (const { generationId } of interrupted) cluster.replies.seal(generationId);
  if (interrupted.length > 0)
    logger.warn({ replies: interrupted.length }, 'replies of dead processes were interrupted');
}
