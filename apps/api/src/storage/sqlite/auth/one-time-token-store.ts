import type { OneTimeTokenRecord, OneTimeTokenStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';

// Pick turns the interface into a type, because only a type can be a set of parameters.
type Token = Pick<OneTimeTokenRecord, keyof OneTimeTokenRecord>;

const insertToken = statement<Token>(`
  INSERT INTO one_time_tokens (hash, user_id, email, expires_at) VALUES (:hash, :userId, :email, :expiresAt)`);
const deleteExpired = statement<{ userId: string; now: number }>(
  'DELETE FROM one_time_tokens WHERE user_id = :userId AND expires_at <= :now',
);
const selectToken = statement<{ hash: string; now: number }, Token>(`
  SELECT one_time_tokens.hash, one_time_tokens.user_id AS userId, one_time_tokens.email,
    one_time_tokens.expires_at AS expiresAt
  FROM one_time_tokens JOIN users ON users.id = one_time_tokens.user_id
  WHERE one_time_tokens.hash = :hash AND one_time_tokens.expires_at > :now AND users.deleted_at IS NULL`);
const deleteToken = statement<{ hash: string }>('DELETE FROM one_time_tokens WHERE hash = :hash');
const deleteTokens = statement<{ userId: string }>('DELETE FROM one_time_tokens WHERE user_id = :userId');

export function createOneTimeTokenStore(database: Database): OneTimeTokenStore {
  const find = (hash: string, now: number) => {
    const row = database.get(selectToken, { hash, now });
    return row ? { ...row } : null;
  };
  return {
    async create({ hash, userId, email, expiresAt }, now) {
      database.transaction(() => {
        database.run(deleteExpired, { userId, now });
        database.run(insertToken, { hash, userId, email, expiresAt });
      });
    },
    async find(hash, now) {
      return find(hash, now);
    },
    async take(hash, now) {
      return database.transaction(() => {
        const found = find(hash, now);
        if (found) database.run(deleteToken, { hash });
        return found;
      });
    },
    async revokeAll(userId) {
      database.run(deleteTokens, { userId });
    },
  };
}
