import type { Logger } from 'pino';
import { ERRORS } from '@parley/core';
import type { Cluster } from '../../cluster/cluster.ts';
import type { Storage } from '../../storage/storage.ts';

export interface EndDeadRepliesDependencies {
  storage: Pick<Storage, 'replies'>;
  cluster: Pick<Cluster, 'lease' | 'replies'>;
  logger: Logger;
  now: () => number;
}

/** Interrupts what dead processes left unfinished, gives its messages back, and tells who reads it. */
export async function endDeadReplies({ storage, cluster, logger, now }: EndDeadRepliesDependencies): Promise<void> {
  // Owners first: whoever owns a reply by now has long been known to be alive, if it is.
  const dead = await cluster.lease.findDead(await storage.replies.owners());
  if (dead.length === 0) return;
  const error = { code: 'interrupted' as const, sentence: ERRORS.interrupted.message };
  const interrupted = await storage.replies.recoverReplies(dead, now(), error);
  for (const { generationId } of interrupted) cluster.replies.seal(generationId);
  if (interrupted.length > 0)
    logger.warn({ replies: interrupted.length }, 'replies of dead processes were interrupted');
}
