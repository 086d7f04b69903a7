import type { Logger } from 'pino';
import type { Message } from '@parley/core';
import type { Cluster } from '../../cluster/cluster.ts';
import type { Storage } from '../../storage/storage.ts';
import type { MirroredReply } from './mirrored-reply.ts';

const TOPIC = 'stop';
/** How often the store is asked while the other processes cannot be heard. */
const LOOK_MS = 1_000;
/** How long the end is waited for, and after which time the order is told again, should it not have been heard. */
const PATIENCE_MS = 2_000;
const AGAIN_MS = 500;

export interface StopOrderDependencies {
  storage: Pick<Storage, 'replies'>;
  cluster: Cluster;
  /** Stops a reply that is written here; any other is none of ours. */
  stop: (generationId: string) => void;
  logger: Logger;
}

/** Orders to stop replies that other processes write: noted in the store, and told so that nobody has to look. */
export class StopOrders {
  readonly #dependencies: StopOrderDependencies;
  readonly #ends: (() => void)[];

  constructor(dependencies: StopOrderDependencies) {
    this.#dependencies = dependencies;
    const { cluster, stop } = dependencies;
    const looking = cluster.replies.areShared
      ? setInterval(() => cluster.isReached || this.#look(), LOOK_MS)
      : undefined;
    looking?.unref();
    this.#ends = [() => clearInterval(looking), cluster.subscribe(TOPIC, stop), cluster.onMissed(() => this.#look())];
  }

  /** Has a reply stopped; resolves with how it ended, or with `stopping` when its process does not say so in time. */
  async give(mirror: MirroredReply): Promise<Message['status'] | 'stopping'> {
    const { storage, cluster } = this.#dependencies;
    const { userId, generationId } = mirror.record;
    await storage.replies.requestStop(userId, generationId);
    for (let waited = 0; waited < PATIENCE_MS; waited += AGAIN_MS) {
      cluster.publish(TOPIC, generationId);
      if (await mirror.waitForEnd(AGAIN_MS)) return mirror.message.status;
    }
    return 'stopping';
  }

  close(): void {
    for (const end of this.#ends) end();
  }

  #look(): void {
    const { storage, cluster, stop, logger } = this.#dependencies;
    storage.replies.stopsRequested(cluster.id).then(
      (ids) => ids.forEach(stop),
      (error: unknown) => logger.warn({ err: error }, 'orders to stop could not be read'),
    );
  }
}
