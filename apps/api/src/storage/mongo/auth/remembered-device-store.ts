import { AppError } from '@parley/core';
import type { RememberedDeviceRecord, RememberedDeviceStore } from '../../storage.ts';
import { collection } from '../database/collection.ts';
import { SOON, type Database } from '../database/database.ts';
import { isUser } from '../accounts/user-store.ts';

type RememberedDeviceDocument = Omit<RememberedDeviceRecord, 'id'> & { _id: string };

export const rememberedDevices = collection<RememberedDeviceDocument>('remembered_devices', [
  { name: 'of_user', key: { userId: 1, createdAt: 1 } },
]);

export function createRememberedDeviceStore(database: Database): RememberedDeviceStore {
  const all = database.of(rememberedDevices);
  return {
    async add({ id: _id, ...device }, now) {
      const { userId } = device;
      await all.deleteMany({ userId, expiresAt: { $lte: now } }, SOON);
      await all.insertOne({ _id, ...device });
      // Checked after the write, since the user may be deleted meanwhile.
      if (await isUser(database, userId)) return;
      await all.deleteOne({ _id });
      throw new AppError('unauthorized');
    },
    async use(userId, hash, now) {
      const used = await all.updateOne({ userId, hash, expiresAt: { $gt: now } }, { $set: { lastUsedAt: now } });
      return used.matchedCount === 1;
    },
    async list(userId, now) {
      const found = await all
        .find({ userId, expiresAt: { $gt: now } })
        .sort({ createdAt: 1, _id: 1 })
        .toArray();
      return found.map(({ _id: id, ...device }) => ({ id, ...device }));
    },
    async remove(userId, id) {
      return (await all.deleteOne({ _id: id, userId })).deletedCount === 1;
    },
    async removeAll(userId) {
      await all.deleteMany({ userId });
    },
  };
}
