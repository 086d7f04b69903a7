import { AppError } from '@parley/core';
import type { ApiKeyRecord, ApiKeyStore } from '../../storage.ts';
import { collection } from '../database/collection.ts';
import { SOON, type Database } from '../database/database.ts';
import { findActive, isUser } from './user-store.ts';

type ApiKeyDocument = Omit<ApiKeyRecord, 'id'> & { _id: string };

export const apiKeys = collection<ApiKeyDocument>('api_keys', [
  { name: 'of_user', key: { userId: 1 } },
  { name: 'of_hash', key: { hash: 1 } },
]);

export function createApiKeyStore(database: Database): ApiKeyStore {
  const all = database.of(apiKeys);
  const list = async (userId: string) => {
    const found = await all.find({ userId }).sort({ createdAt: -1, _id: 1 }).toArray();
    return found.map(toKey);
  };
  return {
    list,
    async create({ id, ...key }, limit) {
      await all.insertOne({ _id: id, ...key });
      // Checked after the write, since two may be written at once and the user may be deleted meanwhile.
      const isKnown = await isUser(database, key.userId);
      if (isKnown && (await list(key.userId)).length <= limit) return 'created';
      await all.deleteOne({ _id: id });
      if (!isKnown) throw new AppError('unauthorized');
      return 'full';
    },
    async find(hash, now) {
      const found = await all.findOne({ hash });
      if (!found || (found.expiresAt !== null && found.expiresAt <= now)) return null;
      const user = await findActive(database, found.userId);
      return user && { key: toKey(found), user };
    },
    async touch(id, now) {
      await all.updateOne({ _id: id }, { $set: { lastUsedAt: now } }, SOON);
    },
    async revoke(userId, id) {
      return (await all.deleteOne({ _id: id, userId })).deletedCount === 1;
    },
    async revokeAll(userId) {
      const ids = (await all.find({ userId }, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
      if (ids.length > 0) await all.deleteMany({ userId });
      return ids;
    },
  };
}

function toKey({ _id: id, ...key }: ApiKeyDocument): ApiKeyRecord {
  return { id, ...key };
}
