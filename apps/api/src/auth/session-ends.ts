import type { Cluster } from '../cluster/cluster.ts';
import type { SessionRecord, Storage } from '../storage/storage.ts';

/** Tells when sessions are ended: at once where this process does it, soon where another one does that can be heard. */
export interface SessionEnds {
  /** Calls back whenever this session may have ended. Returns what stops that. */
  watch(session: SessionRecord, onEnd: () => void): () => void;
}

/** The same storage, which tells of the sessions that are ended in it by whatever way. */
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
