import type { OneTimeTokenRecord, OneTimeTokenStore } from '../../storage.ts';
import { collection } from '../database/collection.ts';
import { SOON, type Database } from '../database/database.ts';
import { isUser } from '../accounts/user-store.ts';

type TokenDocument = Omit<OneTimeTokenRecord, 'hash'> & { _id: string };

export const oneTimeTokens = collection<TokenDocument>('one_time_tokens', [
  { name: 'of_user', key: { userId: 1, expiresAt: 1 } },
]);

export function createOneTimeTokenStore(database: Database): OneTimeTokenStore {
  const all = database.of(oneTimeTokens);
  const valid = async (found: TokenDocument | null, now: number): Promise<OneTimeTokenRecord | null> => {
    if (!found || found.expiresAt <= now || !(await isUser(database, found.userId))) return null;
    const { _id: hash, ...token } = found;
    return { hash, ...token };
  };
  return {
    async create({ hash, ...token }, now) {
      await all.deleteMany({ userId: token.userId, expiresAt: { $lte: now } }, SOON);
      await all.insertOne({ _id: hash, ...token });
    },
    async find(hash, now) {
      return valid(await all.findOne({ _id: hash }), now);
    },
    async take(hash, now) {
      return valid(await all.findOneAndDelete({ _id: hash, expiresAt: { $gt: now } }), now);
    },
    async revokeAll(userId) {
      await all.deleteMany({ userId });
    },
  };
}
