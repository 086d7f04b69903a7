import type { Logger } from 'pino';
import type { Message, StreamEvent } from '@parley/core';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { ReplyRecord, Storage } from '../../../storage/storage.ts';
import { MirroredReply } from './mirrored-reply.ts';

export interface MirrorDependencies {
  cluster: Pick<Cluster, 'replies'>;
  storage: Pick<Storage, 'replies'>;
  logger: Logger;
  /** Builds the final event for a stored message. */
  endEvent(userId: string, message: Message): Promise<StreamEvent>;
}

/** Replies of other processes that are read in this one, one mirror each for all readers. */
export class Mirrors {
  readonly #dependencies: MirrorDependencies;
  readonly #mirrors = new Map<string, MirroredReply>();

  constructor(dependencies: MirrorDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the mirror of a reply; `stored` is its message, read while it was still streaming. */
  of(record: ReplyRecord, stored: Message): MirroredReply {
    const { cluster, storage, logger, endEvent } = this.#dependencies;
    const { generationId, userId, assistantMessageId } = record;
    const known = this.#mirrors.get(generationId);
    if (known) return known;
    const mirror = new MirroredReply(record, stored, {
      replies: cluster.replies,
      load: () => storage.replies.message(userId, assistantMessageId),
      endEvent: (message) => endEvent(userId, message),
      onReadFailure: (error) => logger.debug({ err: error, generationId }, 'a mirrored reply could not be read'),
      onClosed: () => this.#mirrors.delete(generationId),
    });
    this.#mirrors.set(generationId, mirror);
    return mirror;
  }

  close(): void {
    for (const mirror of this.#mirrors.values()) mirror.close();
  }
}
