import { AppError } from '@parley/core';
import type { SecondFactorRecord, SecondFactorStore } from '../../storage.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { wasFree } from '../database/driver-errors.ts';
import { isUser } from '../accounts/user-store.ts';

type SecondFactorDocument = Omit<SecondFactorRecord, 'userId'> & { _id: string };

export const secondFactors = collection<SecondFactorDocument>('second_factors');

export function createSecondFactorStore(database: Database): SecondFactorStore {
  const all = database.of(secondFactors);
  return {
    async create({ userId: _id, ...factor }) {
      if (!(await wasFree(all.insertOne({ _id, ...factor })))) return false;
      // Checked after the write, since the user may be deleted meanwhile.
      if (await isUser(database, _id)) return true;
      await all.deleteOne({ _id });
      throw new AppError('unauthorized');
    },
    async find(userId) {
      const found = await all.findOne({ _id: userId });
      if (!found) return null;
      const { _id, ...factor } = found;
      return { userId: _id, ...factor };
    },
    async useStep(userId, step) {
      const used = await all.updateOne({ _id: userId, lastStep: { $lt: step } }, { $set: { lastStep: step } });
      return used.matchedCount === 1;
    },
    async useRecoveryHash(userId, hash) {
      const used = await all.updateOne({ _id: userId, recoveryHashes: hash }, { $pull: { recoveryHashes: hash } });
      return used.matchedCount === 1;
    },
    async setRecoveryHashes(userId, hashes) {
      const set = await all.updateOne({ _id: userId }, { $set: { recoveryHashes: hashes } });
      return set.matchedCount === 1;
    },
    async remove(userId) {
      return (await all.deleteOne({ _id: userId })).deletedCount === 1;
    },
  };
}
