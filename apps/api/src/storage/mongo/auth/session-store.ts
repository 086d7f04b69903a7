import type { SessionRecord, SessionStore } from '../../storage.ts';
import { collection } from '../database/collection.ts';
import { SOON, type Database } from '../database/database.ts';
import { findActive, users } from '../accounts/user-store.ts';
import { oneTimeTokens } from './one-time-token-store.ts';
import { rememberedDevices } from './remembered-device-store.ts';

type SessionDocument = Omit<SessionRecord, 'id'> & { _id: string };

export const sessions = collection<SessionDocument>('sessions', [
  { name: 'of_user', key: { userId: 1, expiresAt: 1 } },
]);

export function createSessionStore(database: Database): SessionStore {
  const all = database.of(sessions);
  return {
    async create({ id, ...session }) {
      await all.deleteMany({ userId: session.userId, expiresAt: { $lte: session.createdAt } }, SOON);
      await all.insertOne({ _id: id, ...session });
    },
    async find(id, now) {
      const found = await all.findOne({ _id: id });
      if (!found || found.expiresAt <= now) return null;
      const user = await findActive(database, found.userId);
      return user && { session: toSession(found), user };
    },
    async list(userId, now) {
      const found = await all.find({ userId, expiresAt: { $gt: now } }).toArray();
      return found.map(toSession).sort((a, b) => b.lastSeenAt - a.lastSeenAt);
    },
    async touch(id, now, expiresAt) {
      await all.updateOne({ _id: id }, { $set: { lastSeenAt: now, expiresAt } }, SOON);
    },
    async revoke(id) {
      await all.deleteOne({ _id: id });
    },
    async revokeAll(userId, exceptId) {
      await all.deleteMany({ userId, ...(exceptId !== null && { _id: { $ne: exceptId } }) });
    },
    async revokeOldest(userId, kept, exceptId) {
      const others = await all
        .find({ userId, _id: { $ne: exceptId } })
        .sort({ lastSeenAt: -1, _id: 1 })
        .toArray();
      const ended = others.slice(kept - 1).map(({ _id }) => _id);
      if (ended.length > 0) await all.deleteMany({ _id: { $in: ended } });
      return ended;
    },
    async deleteExpired(now, after, limit) {
      const page = database.of(users).find({ _id: { $gt: after } }, { projection: { _id: 1 } });
      const ids = (await page.sort({ _id: 1 }).limit(limit).toArray()).map(({ _id }) => _id);
      const expired = { userId: { $in: ids }, expiresAt: { $lte: now } };
      if (ids.length > 0) {
        await all.deleteMany(expired, SOON);
        await database.of(oneTimeTokens).deleteMany(expired, SOON);
        await database.of(rememberedDevices).deleteMany(expired, SOON);
      }
      return ids.at(-1) ?? null;
    },
  };
}

function toSession({ _id: id, ...session }: SessionDocument): SessionRecord {
  return { id, ...session };
}
