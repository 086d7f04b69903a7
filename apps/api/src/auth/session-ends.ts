import type { Cluster } from '../cluster/cluster.ts';
import type { SessionRecord } from '../storage/storage.ts';

/** One ended session, or possibly all sessions of a user. */
export type SessionEnd = { sessionId: string } | { sessionsOf: string };

/** Reports ended sessions: at once if this process ended them, soon if another connected process did. */
export interface SessionEnds {
  /** Publishes an end to every process. */
  publish(end: SessionEnd): void;
  /** Calls back whenever this session may have ended. Returns a function that stops watching. */
  watch(session: SessionRecord, onEnd: () => void): () => void;
}

export function createSessionEnds(cluster: Pick<Cluster, 'publish' | 'subscribe'>): SessionEnds {
  return {
    publish: (end) => cluster.publish(topicOf(end), ''),
    watch({ id, userId }, onEnd) {
      const topics = [topicOf({ sessionId: id }), topicOf({ sessionsOf: userId })];
      const stops = topics.map((topic) => cluster.subscribe(topic, onEnd));
      return () => stops.forEach((stop) => stop());
    },
  };
}

function topicOf(end: SessionEnd): string {
  return 'sessionId' in end ? `session ${end.sessionId}` : `sessions of ${end.sessionsOf}`;
}
