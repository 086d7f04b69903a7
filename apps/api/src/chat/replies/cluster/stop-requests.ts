import type { Logger } from 'pino';
import type { Message } from '@parley/core';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { Storage } from '../../../storage/storage.ts';
import type { MirroredReply } from './mirrored-reply.ts';

const TOPIC = 'stop';
/** How often the store is polled while the other processes cannot be reached, in milliseconds. */
const POLL_MS = 1_000;
/** How long to wait for the end, and how often to repeat the request in case it was lost, in milliseconds. */
const MAX_WAIT_MS = 2_000;
const REPEAT_MS = 500;

export interface StopRequestDependencies {
  storage: Pick<Storage, 'replies'>;
  cluster: Cluster;
  /** Stops a reply that is written here; ignores any other. */
  stop: (generationId: string) => void;
  logger: Logger;
}

/**
 * Requests to stop replies that other processes write: saved in the store, and published so that processes need not
 * poll.
 */
export class StopRequests {
  readonly #dependencies: StopRequestDependencies;
  readonly #unsubscribe: (() => void)[];

  constructor(dependencies: StopRequestDependencies) {
    this.#dependencies = dependencies;
    const { cluster, stop } = dependencies;
    const polling = cluster.replies.areShared
      ? setInterval(() => cluster.isReached || this.#poll(), POLL_MS)
      : undefined;
    polling?.unref();
    this.#unsubscribe = [
      () => clearInterval(polling),
      cluster.subscribe(TOPIC, stop),
      cluster.onMissed(() => this.#poll()),
    ];
  }

  /**
   * Requests a stop. Resolves to the reply's final status, or to `stopping` when its process does not confirm in time.
   */
  async send(mirror: MirroredReply): Promise<Message['status'] | 'stopping'> {
    const { storage, cluster } = this.#dependencies;
    const { userId, generationId } = mirror.record;
    await storage.replies.requestStop(userId, generationId);
    for (let waited = 0; waited < MAX_WAIT_MS; waited += REPEAT_MS) {
      cluster.publish(TOPIC, generationId);
      if (await mirror.waitForEnd(REPEAT_MS)) return mirror.message.status;
    }
    return 'stopping';
  }

  close(): void {
    for (const end of this.#unsubscribe) end();
  }

  #poll(): void {
    const { storage, cluster, stop, logger } = this.#dependencies;
    storage.replies.stopsRequested(cluster.id).then(
      (ids) => ids.forEach(stop),
      (error: unknown) => logger.warn({ err: error }, 'stop requests could not be read'),
    );
  }
}
