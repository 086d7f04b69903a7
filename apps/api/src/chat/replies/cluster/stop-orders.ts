import type { Logger } from 'pino';
import type { Message } from '@parley/core';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { Storage } from '../../../storage/storage.ts';
import type { MirroredReply } from './mirrored-reply.ts';

const TOPIC = 'stop';
/** How often the store is polled while the other processes cannot be reached, in milliseconds. */
const LOOK_MS = 1_000;
/** How long to wait for the end, and how often to repeat the order in case it was lost, in milliseconds. */
const PATIENCE_MS = 2_000;
const AGAIN_MS = 500;

export interface StopOrderDependencies {
  storage: Pick<Storage, 'replies'>;
  cluster: Cluster;
  /** Stops a reply that is written here; ignores any other. */
  stop: (generationId: string) => void;
  logger: Logger;
}

/**
 * Orders to stop replies that other processes write: saved in the store, and published so that processes need not poll.
 */
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

  /**
   * Orders a stop. Resolves to the reply's final status, or to `stopping` when its process does not confirm in time.
   */
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
