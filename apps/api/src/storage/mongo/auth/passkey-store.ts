import { AppError } from '@parley/core';
import type { PasskeyRecord, PasskeyStore } from '../../storage.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { wasFree } from '../database/driver-errors.ts';
import { isUser } from '../accounts/user-store.ts';

export type PasskeyDocument = Omit<PasskeyRecord, 'id'> & { _id: string };

export const passkeys = collection<PasskeyDocument>('passkeys', [
  { name: 'of_user', key: { userId: 1, createdAt: 1 } },
]);

export function createPasskeyStore(database: Database): PasskeyStore {
  const all = database.of(passkeys);
  return {
    async add({ id: _id, ...passkey }) {
      if (!(await wasFree(all.insertOne({ _id, ...passkey })))) return false;
      // Checked after the write, since the user may be deleted meanwhile.
      if (await isUser(database, passkey.userId)) return true;
      await all.deleteOne({ _id, userId: passkey.userId });
      throw new AppError('unauthorized');
    },
    async find(id) {
      const found = await all.findOne({ _id: id });
      return found && toPasskey(found);
    },
    async list(userId) {
      const found = await all.find({ userId }).sort({ createdAt: 1, _id: 1 }).toArray();
      return found.map(toPasskey);
    },
    async use(id, counter, now) {
      const known = counter === 0 ? { counter: 0 } : { counter: { $lt: counter } };
      const { matchedCount } = await all.updateOne({ _id: id, ...known }, { $set: { counter, lastUsedAt: now } });
      return matchedCount === 1;
    },
    async remove(userId, id) {
      return (await all.deleteOne({ _id: id, userId })).deletedCount === 1;
    },
  };
}

function toPasskey({ _id: id, ...passkey }: PasskeyDocument): PasskeyRecord {
  return { id, ...passkey };
}
