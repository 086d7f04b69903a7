import type { Cluster } from '../cluster/cluster.ts';
import type { SessionRecord, Storage } from '../storage/storage.ts';

/** Reports ended sessions: at once if this process ended them, soon if another connected process did. */
export interface SessionEnds {
  /** Calls back whenever this session may have ended. Returns a function that stops watching. */
  watch(session: SessionRecord, onEnd: () => void): () => void;
}

/** Decorates the storage so that it publishes every session that it ends. */
export function tellSessionEnds(
  storage: Storage,
  cluster: Pick<Cluster, 'publish' | 'subscribe'>,
): { storage: Storage; ends: SessionEnds } {
  const { sessions, deletions } = storage;
  const ofUser = (userId: string) => `sessions of ${userId}`;
  const ofSession = (id: string) => `session ${id}`;
  return {
    storage: {
      ...storage,
      sessions: {
        ...sessions,
        async revoke(id) {
          await sessions.revoke(id);
          cluster.publish(ofSession(id), '');
        },
        async revokeAll(userId, exceptId) {
          await sessions.revokeAll(userId, exceptId);
          cluster.publish(ofUser(userId), '');
        },
        async revokeOldest(userId, kept, exceptId) {
          const ended = await sessions.revokeOldest(userId, kept, exceptId);
          for (const id of ended) cluster.publish(ofSession(id), '');
          return ended;
        },
      },
      deletions: {
        ...deletions,
        async begin(userId, now) {
          await deletions.begin(userId, now);
          cluster.publish(ofUser(userId), '');
        },
      },
    },
    ends: {
      watch({ id, userId }, onEnd) {
        const stops = [ofSession(id), ofUser(userId)].map((topic) => cluster.subscribe(topic, onEnd));
        return () => stops.forEach((stop) => stop());
      },
    },
  };
}
