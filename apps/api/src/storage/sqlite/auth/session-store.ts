import type { SessionRecord, SessionStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';
import { toUser, USER_COLUMNS, type UserRow } from '../accounts/user-store.ts';

// Pick turns the interface into a type, because only a type can be a set of parameters.
type Session = Pick<SessionRecord, keyof SessionRecord>;
type FoundRow = UserRow & Pick<Session, 'expiresAt' | 'lastSeenAt' | 'device'> & { sessionCreatedAt: number };

const insertSession = statement<Session>(`
  INSERT INTO sessions (id, user_id, created_at, expires_at, last_seen_at, device)
  VALUES (:id, :userId, :createdAt, :expiresAt, :lastSeenAt, :device)`);
const deleteExpired = statement<{ userId: string; now: number }>(
  'DELETE FROM sessions WHERE user_id = :userId AND expires_at <= :now',
);
const selectSession = statement<{ id: string; now: number }, FoundRow>(`
  SELECT user.*, sessions.created_at AS sessionCreatedAt, sessions.expires_at AS expiresAt,
    sessions.last_seen_at AS lastSeenAt, sessions.device
  FROM sessions JOIN (SELECT ${USER_COLUMNS} FROM users WHERE deleted_at IS NULL AND blocked_at IS NULL) AS user ON user.id = sessions.user_id
  WHERE sessions.id = :id AND sessions.expires_at > :now`);
const selectSessions = statement<{ userId: string; now: number }, Session>(`
  SELECT id, user_id AS userId, created_at AS createdAt, expires_at AS expiresAt, last_seen_at AS lastSeenAt, device
  FROM sessions WHERE user_id = :userId AND expires_at > :now`);
const updateLastSeen = statement<{ id: string; now: number; expiresAt: number }>(
  'UPDATE sessions SET last_seen_at = :now, expires_at = :expiresAt WHERE id = :id',
);
const deleteSession = statement<{ id: string }>('DELETE FROM sessions WHERE id = :id');
const deleteSessions = statement<{ userId: string; exceptId: string | null }>(
  'DELETE FROM sessions WHERE user_id = :userId AND id IS NOT :exceptId',
);
const deleteOldest = statement<{ userId: string; exceptId: string; others: number }, { id: string }>(`
  DELETE FROM sessions WHERE id IN (
    SELECT id FROM sessions WHERE user_id = :userId AND id <> :exceptId
    ORDER BY last_seen_at DESC, id LIMIT -1 OFFSET :others
  ) RETURNING id`);
const selectUsers = statement<{ after: string; limit: number }, { id: string }>(
  'SELECT id FROM users WHERE id > :after ORDER BY id LIMIT :limit',
);
const deleteAllExpired = ['sessions', 'one_time_tokens', 'remembered_devices'].map((table) =>
  statement<{ after: string; last: string; now: number }>(
    `DELETE FROM ${table} WHERE user_id > :after AND user_id <= :last AND expires_at <= :now`,
  ),
);

export function createSessionStore(database: Database): SessionStore {
  return {
    async create({ id, userId, createdAt, expiresAt, lastSeenAt, device }) {
      database.transaction(() => {
        database.run(deleteExpired, { userId, now: createdAt });
        database.run(insertSession, { id, userId, createdAt, expiresAt, lastSeenAt, device });
      });
    },
    async find(id, now) {
      const row = database.get(selectSession, { id, now });
      if (!row) return null;
      const { id: userId, sessionCreatedAt: createdAt, expiresAt, lastSeenAt, device } = row;
      return { session: { id, userId, createdAt, expiresAt, lastSeenAt, device }, user: toUser(row) };
    },
    async list(userId, now) {
      const rows = database.all(selectSessions, { userId, now });
      return rows.map((row) => ({ ...row })).sort((a, b) => b.lastSeenAt - a.lastSeenAt);
    },
    async touch(id, now, expiresAt) {
      await database.write(() => database.run(updateLastSeen, { id, now, expiresAt }));
    },
    async revoke(id) {
      database.run(deleteSession, { id });
    },
    async revokeAll(userId, exceptId) {
      database.run(deleteSessions, { userId, exceptId });
    },
    async revokeOldest(userId, kept, exceptId) {
      return database.all(deleteOldest, { userId, exceptId, others: kept - 1 }).map(({ id }) => id);
    },
    async deleteExpired(now, after, limit) {
      const last = database.all(selectUsers, { after, limit }).at(-1)?.id ?? null;
      if (last === null) return null;
      database.transaction(() => {
        for (const each of deleteAllExpired) database.run(each, { after, last, now });
      });
      return last;
    },
  };
}
