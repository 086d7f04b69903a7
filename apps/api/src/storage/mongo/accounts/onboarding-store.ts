import { AppError, NO_ONBOARDING_ANSWERS } from '@parley/core';
import type { OnboardingRecord, OnboardingStore } from '../../storage.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { wasFree } from '../database/driver-errors.ts';
import { users } from './user-store.ts';

type OnboardingDocument = OnboardingRecord & { _id: string };

export const onboardings = collection<OnboardingDocument>('onboardings');

export function createOnboardingStore(database: Database): OnboardingStore {
  const all = database.of(onboardings);

  const isThere = async (userId: string): Promise<boolean> =>
    (await database.of(users).findOne({ _id: userId, deletedAt: { $exists: false } })) !== null;

  /** Creates the document of a user who has not started. False when the user is unknown or being deleted. */
  async function begin(userId: string): Promise<boolean> {
    if (!(await isThere(userId))) return false;
    const atFirst = { step: 'welcome' as const, answers: NO_ONBOARDING_ANSWERS, seenAt: null, demoUsedAt: null };
    if (!(await wasFree(all.insertOne({ _id: userId, ...atFirst })))) return true;
    // The user may have been deleted between the check and the write.
    if (await isThere(userId)) return true;
    await all.deleteOne({ _id: userId });
    return false;
  }

  return {
    find: async (userId) => toRecord(await all.findOne({ _id: userId })),
    async save(userId, { step, answers, seenAt }) {
      if (!(await begin(userId))) throw new AppError('unauthorized');
      const given = { ...(step && { step }), ...(answers && { answers }) };
      if (Object.keys(given).length > 0) await all.updateOne({ _id: userId }, { $set: given });
      if (seenAt) await all.updateOne({ _id: userId, seenAt: null }, { $set: { seenAt } });
      const record = toRecord(await all.findOne({ _id: userId }));
      if (!record) throw new AppError('unauthorized');
      return record;
    },
    async claimDemo(userId, now) {
      if (!(await begin(userId))) return false;
      const claimed = await all.updateOne({ _id: userId, demoUsedAt: null }, { $set: { demoUsedAt: now } });
      return claimed.modifiedCount === 1;
    },
    async giveDemoBack(userId, claimedAt) {
      await all.updateOne({ _id: userId, demoUsedAt: claimedAt }, { $set: { demoUsedAt: null } });
    },
  };
}

function toRecord(found: OnboardingDocument | null): OnboardingRecord | null {
  if (!found) return null;
  const { _id, ...record } = found;
  return record;
}
