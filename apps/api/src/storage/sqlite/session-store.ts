import type { SessionRecord, SessionStore } from '../storage.ts';
import { statement, type Database } from './database.ts';
import { toUser, USER_COLUMNS, type UserRow } from './user-store.ts';

type SessionRow = UserRow & { sessionCreatedAt: number; expiresAt: number };

const insertSession = statement<{ id: string; userId: string; createdAt: number; expiresAt: number }>(`
  INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES (:id, :userId, :createdAt, :expiresAt)`);
const deleteExpired = statement<{ userId: string; now: number }>(
  'DELETE FROM sessions WHERE user_id = :userId AND expires_at <= :now',
);
const selectSession = statement<{ id: string; now: number }, SessionRow>(`
  SELECT ${USER_COLUMNS}, sessions.created_at AS sessionCreatedAt, sessions.expires_at AS expiresAt
  FROM sessions JOIN users ON users.id = sessions.user_id
  WHERE sessions.id = :id AND sessions.expires_at > :now`);
const deleteSession = statement<{ id: string }>('DELETE FROM sessions WHERE id = :id');

export function createSessionStore(database: Database): SessionStore {
  return {
    async create({ id, userId, createdAt, expiresAt }) {
      database.transaction(() => {
        database.run(deleteExpired, { userId, now: createdAt });
        database.run(insertSession, { id, userId, createdAt, expiresAt });
      });
    },
    async find(id, now) {
      const row = database.get(selectSession, { id, now });
      if (!row) return null;
      const session: SessionRecord = { id, userId: row.id, createdAt: row.sessionCreatedAt, expiresAt: row.expiresAt };
      return { session, user: toUser(row) };
    },
    async revoke(id) {
      database.run(deleteSession, { id });
    },
  };
}
