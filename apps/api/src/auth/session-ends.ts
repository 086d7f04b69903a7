import { EventEmitter } from 'node:events';
import type { SessionRecord, Storage } from '../storage/storage.ts';

/** Tells at once when this process ends sessions. */
export interface SessionEnds {
  /** Calls back whenever this session may have ended. Returns what stops that. */
  watch(session: SessionRecord, onEnd: () => void): () => void;
}

/** The same storage, which tells of the sessions that are ended in it by whatever way. */
export function tellSessionEnds(storage: Storage): { storage: Storage; ends: SessionEnds } {
  const { sessions, deletions } = storage;
  const told = new EventEmitter().setMaxListeners(0);
  const ofUser = (userId: string) => `user ${userId}`;
  const ofSession = (id: string) => `session ${id}`;
  return {
    storage: {
      ...storage,
      sessions: {
        ...sessions,
        async revoke(id) {
          await sessions.revoke(id);
          told.emit(ofSession(id));
        },
        async revokeAll(userId, exceptId) {
          await sessions.revokeAll(userId, exceptId);
          told.emit(ofUser(userId));
        },
      },
      deletions: {
        ...deletions,
        async begin(userId, now) {
          await deletions.begin(userId, now);
          told.emit(ofUser(userId));
        },
      },
    },
    ends: {
      watch({ id, userId }, onEnd) {
        const names = [ofSession(id), ofUser(userId)];
        for (const name of names) told.on(name, onEnd);
        return () => {
          for (const name of names) told.off(name, onEnd);
        };
      },
    },
  };
}
