import { AppError } from '@parley/core';
import type { AcceptanceRecord, AcceptanceStore } from '../../storage.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { wasFree } from '../database/driver-errors.ts';
import { isUser } from './user-store.ts';

type AcceptanceDocument = AcceptanceRecord & { _id: string };

export const acceptances = collection<AcceptanceDocument>('acceptances', [
  { name: 'of_user', key: { userId: 1, acceptedAt: 1 } },
]);

/** One document for each version that a user accepted. */
export function acceptanceKey({ userId, document, version }: AcceptanceRecord): string {
  return `${userId}:${document}:${version}`;
}

export function createAcceptanceStore(database: Database): AcceptanceStore {
  const all = database.of(acceptances);
  return {
    async add(acceptance) {
      const _id = acceptanceKey(acceptance);
      const isNew = await wasFree(all.insertOne({ _id, ...acceptance }));
      // Checked after the write, since the user may be deleted meanwhile.
      if (await isUser(database, acceptance.userId)) return;
      if (isNew) await all.deleteOne({ _id });
      throw new AppError('unauthorized');
    },
    async list(userId) {
      const found = await all.find({ userId }).sort({ acceptedAt: 1 }).toArray();
      return found.map(({ _id, ...acceptance }) => acceptance);
    },
  };
}
