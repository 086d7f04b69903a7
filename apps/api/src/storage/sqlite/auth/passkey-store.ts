import { AppError } from '@parley/core';
import type { PasskeyRecord, PasskeyStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';

// Pick turns the interface into a type, because only a type can be a set of parameters.
type Passkey = Pick<PasskeyRecord, keyof PasskeyRecord>;

const COLUMNS = `id, user_id AS userId, public_key AS publicKey, counter, transports, name, created_at AS createdAt,
  last_used_at AS lastUsedAt`;

const insertOne = statement<Passkey>(`
  INSERT INTO passkeys (id, user_id, public_key, counter, transports, name, created_at, last_used_at)
  SELECT :id, id, :publicKey, :counter, :transports, :name, :createdAt, :lastUsedAt
  FROM users WHERE id = :userId AND deleted_at IS NULL`);
const selectOne = statement<{ id: string }, Passkey>(`SELECT ${COLUMNS} FROM passkeys WHERE id = :id`);
const selectOfUser = statement<{ userId: string }, Passkey>(
  `SELECT ${COLUMNS} FROM passkeys WHERE user_id = :userId ORDER BY created_at, id`,
);
const updateUse = statement<{ id: string; counter: number; now: number }>(`
  UPDATE passkeys SET counter = :counter, last_used_at = :now
  WHERE id = :id AND (counter < :counter OR (counter = 0 AND :counter = 0))`);
const deleteOne = statement<{ userId: string; id: string }>(
  'DELETE FROM passkeys WHERE user_id = :userId AND id = :id',
);

export function createPasskeyStore(database: Database): PasskeyStore {
  return {
    async add(passkey) {
      return database.transaction(() => {
        if (database.get(selectOne, { id: passkey.id })) return false;
        if (database.run(insertOne, { ...passkey }) === 0) throw new AppError('unauthorized');
        return true;
      });
    },
    async find(id) {
      const row = database.get(selectOne, { id });
      return row ? { ...row } : null;
    },
    async list(userId) {
      return database.all(selectOfUser, { userId }).map((row) => ({ ...row }));
    },
    async use(id, counter, now) {
      return database.run(updateUse, { id, counter, now }) === 1;
    },
    async remove(userId, id) {
      return database.run(deleteOne, { userId, id }) === 1;
    },
  };
}
