import { AppError } from '@parley/core';
import { lengthOf } from '../../accounts/memory-store.ts';
import type { MemoryRecord, MemoryStore } from '../../storage.ts';
import { isUser } from './user-store.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { wasFree } from '../database/driver-errors.ts';
import { idOf, keyOf } from '../database/keys.ts';

export type MemoryDocument = Omit<MemoryRecord, 'id'> & { _id: string };

export const memories = collection<MemoryDocument>('memories', [{ name: 'of_user', key: { userId: 1 } }]);

export function createMemoryStore(database: Database): MemoryStore {
  const all = database.of(memories);
  const list: MemoryStore['list'] = async (userId) => {
    const found = await all.find({ userId }).sort({ createdAt: 1, _id: 1 }).toArray();
    return found.map(({ _id, ...memory }) => ({ id: idOf(_id), ...memory }));
  };
  return {
    list,
    async add({ id, ...memory }, limits) {
      const { userId } = memory;
      const _id = keyOf(userId, id);
      if (await all.findOne({ _id })) return 'exists';
      if (!(await wasFree(all.insertOne({ _id, ...memory })))) return 'exists';
      // Checked after the write, since two may be written at once and the user may be deleted meanwhile.
      const isKnown = await isUser(database, userId);
      const known = await list(userId);
      if (isKnown && known.length <= limits.count && lengthOf(known) <= limits.characters) return 'added';
      await all.deleteOne({ _id });
      if (!isKnown) throw new AppError('unauthorized');
      return 'full';
    },
    async update(userId, id, text, { characters, now: updatedAt }) {
      const _id = keyOf(userId, id);
      const before = await all.findOneAndUpdate({ _id }, { $set: { text, updatedAt } });
      if (!before) return 'unknown';
      // Checked after the write, since two may be written at once.
      if (text.length <= before.text.length || lengthOf(await list(userId)) <= characters) return 'updated';
      await all.updateOne({ _id, text, updatedAt }, { $set: { text: before.text, updatedAt: before.updatedAt } });
      return 'full';
    },
    async remove(userId, ids) {
      const keys = ids.map((id) => keyOf(userId, id));
      return (await all.deleteMany({ _id: { $in: keys } })).deletedCount;
    },
  };
}
