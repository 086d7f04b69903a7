import type { SignInRecord, SignInStore } from '../../storage.ts';
import { collection } from '../database/collection.ts';
import { SOON, type Database } from '../database/database.ts';
import { wasFree } from '../database/driver-errors.ts';

type SignInDocument = Omit<SignInRecord, 'stateHash'> & { _id: string };

export const signIns = collection<SignInDocument>('sign_ins', [{ name: 'by_expiry', key: { expiresAt: 1 } }]);
export const usedOnce = collection<{ _id: string; expiresAt: number }>('used_once', [
  { name: 'by_expiry', key: { expiresAt: 1 } },
]);

export function createSignInStore(database: Database): SignInStore {
  const all = database.of(signIns);
  const used = database.of(usedOnce);
  return {
    async begin({ stateHash, ...signIn }, now) {
      await all.deleteMany({ expiresAt: { $lte: now } }, SOON);
      await all.insertOne({ _id: stateHash, ...signIn });
    },
    async keepName(stateHash, name, now) {
      const known = { _id: stateHash, expiresAt: { $gt: now } };
      if (name !== null) await all.updateOne({ ...known, name: null }, { $set: { name } });
      return (await all.findOne(known)) !== null;
    },
    async take(stateHash, now) {
      const found = await all.findOneAndDelete({ _id: stateHash, expiresAt: { $gt: now } });
      if (!found) return null;
      const { _id, ...signIn } = found;
      return { stateHash, ...signIn };
    },
    async useOnce(hash, expiresAt, now) {
      await used.deleteMany({ expiresAt: { $lte: now } }, SOON);
      return wasFree(used.insertOne({ _id: hash, expiresAt }));
    },
  };
}
