import { AppError, type ApiKeyScope } from '@parley/core';
import type { ApiKeyRecord, ApiKeyStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';
import { toUser, USER_COLUMNS, type UserRow } from './user-store.ts';

type KeyRow = Pick<ApiKeyRecord, Exclude<keyof ApiKeyRecord, 'scopes'>> & { scopes: string };
type FoundRow = UserRow & Omit<KeyRow, 'id' | 'userId' | 'createdAt' | 'name'> & KeyNames;
/** Columns that the user has, too. */
interface KeyNames {
  keyId: string;
  keyName: string;
  keyCreatedAt: number;
}

const selectKeys = statement<{ userId: string }, KeyRow>(`
  SELECT id, user_id AS userId, hash, ending, name, scopes, created_at AS createdAt, expires_at AS expiresAt,
    last_used_at AS lastUsedAt
  FROM api_keys WHERE user_id = :userId`);
const insertKey = statement<KeyRow>(`
  INSERT INTO api_keys (id, user_id, hash, ending, name, scopes, created_at, expires_at, last_used_at)
  SELECT :id, id, :hash, :ending, :name, :scopes, :createdAt, :expiresAt, :lastUsedAt
  FROM users WHERE id = :userId AND deleted_at IS NULL`);
const selectKey = statement<{ hash: string; now: number }, FoundRow>(`
  SELECT user.*, api_keys.id AS keyId, api_keys.name AS keyName, api_keys.created_at AS keyCreatedAt, api_keys.hash,
    api_keys.ending, api_keys.scopes, api_keys.expires_at AS expiresAt, api_keys.last_used_at AS lastUsedAt
  FROM api_keys JOIN (SELECT ${USER_COLUMNS} FROM users WHERE deleted_at IS NULL AND blocked_at IS NULL) AS user ON user.id = api_keys.user_id
  WHERE api_keys.hash = :hash AND (api_keys.expires_at IS NULL OR api_keys.expires_at > :now)`);
const updateLastUsed = statement<{ id: string; now: number }>('UPDATE api_keys SET last_used_at = :now WHERE id = :id');
const deleteKey = statement<{ userId: string; id: string }>(
  'DELETE FROM api_keys WHERE user_id = :userId AND id = :id',
);
const deleteKeys = statement<{ userId: string }, { id: string }>(
  'DELETE FROM api_keys WHERE user_id = :userId RETURNING id',
);

export function createApiKeyStore(database: Database): ApiKeyStore {
  return {
    async list(userId) {
      return database
        .all(selectKeys, { userId })
        .map((row) => ({ ...row, scopes: scopesOf(row) }))
        .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
    },
    async create(key, limit) {
      return database.transaction(() => {
        if (database.all(selectKeys, { userId: key.userId }).length >= limit) return 'full';
        const isKnown = database.run(insertKey, { ...key, scopes: JSON.stringify(key.scopes) }) > 0;
        if (!isKnown) throw new AppError('unauthorized');
        return 'created';
      });
    },
    async find(hash, now) {
      const row = database.get(selectKey, { hash, now });
      if (!row) return null;
      const { id: userId, keyId: id, keyName: name, keyCreatedAt: createdAt, ending, expiresAt, lastUsedAt } = row;
      const key = { id, userId, hash, ending, name, scopes: scopesOf(row), createdAt, expiresAt, lastUsedAt };
      return { key, user: toUser(row) };
    },
    async touch(id, now) {
      await database.write(() => database.run(updateLastUsed, { id, now }));
    },
    async revoke(userId, id) {
      return database.run(deleteKey, { userId, id }) > 0;
    },
    async revokeAll(userId) {
      return database.all(deleteKeys, { userId }).map(({ id }) => id);
    },
  };
}

function scopesOf({ scopes }: Pick<KeyRow, 'scopes'>): ApiKeyScope[] {
  return JSON.parse(scopes) as ApiKeyScope[];
}
