import type { ShareRecord, ShareStore } from '../../storage.ts';
import { findActive, isUser } from '../accounts/user-store.ts';
import { conversations } from './conversation-document.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { wasFree } from '../database/driver-errors.ts';
import { idOf, keyOf } from '../database/keys.ts';

type Reports = Pick<ShareRecord, 'reports' | 'reportedAt'>;
/** Without its reports if an earlier version wrote it. */
export type ShareDocument = Omit<ShareRecord, 'id' | keyof Reports> & { _id: string } & Partial<Reports>;

export const shares = collection<ShareDocument>('shares', [
  { name: 'of_user', key: { userId: 1 } },
  { name: 'of_token', key: { tokenHash: 1 } },
  { name: 'by_expiry', key: { expiresAt: 1 } },
  { name: 'by_report', key: { reportedAt: -1, tokenHash: 1 } },
]);

export function createShareStore(database: Database): ShareStore {
  const all = database.of(shares);
  const chats = database.of(conversations);
  const notDeleted = { deletedAt: { $exists: false } };

  const list: ShareStore['list'] = async (userId) => {
    const found = await all.find({ userId }).sort({ createdAt: -1, _id: 1 }).toArray();
    const keys = found.map(({ conversationId }) => keyOf(userId, conversationId));
    const known = await chats.find({ _id: { $in: keys }, ...notDeleted }, { projection: { _id: 1 } }).toArray();
    const ids = new Set(known.map(({ _id }) => idOf(_id)));
    return found.filter(({ conversationId }) => ids.has(conversationId)).map(toRecord);
  };
  const isLive = async ({ userId, conversationId }: Pick<ShareRecord, 'userId' | 'conversationId'>) =>
    (await isUser(database, userId)) &&
    (await chats.findOne({ _id: keyOf(userId, conversationId), ...notDeleted })) !== null;
  const isReadable = async (share: ShareDocument, now: number) =>
    (share.expiresAt === null || share.expiresAt > now) &&
    (await isLive(share)) &&
    (await findActive(database, share.userId)) !== null;

  return {
    list,
    async create({ id, ...share }, limit) {
      const _id = keyOf(share.userId, id);
      if (!(await wasFree(all.insertOne({ _id, ...share })))) return 'exists';
      // Checked after the write, since two may be written at once and the conversation may be deleted meanwhile.
      const isKnown = await isLive(share);
      if (isKnown && (await list(share.userId)).length <= limit) return 'created';
      await all.deleteOne({ _id });
      return isKnown ? 'full' : 'not-found';
    },
    async update(userId, id, change, updatedAt) {
      const set = { $set: { ...change, updatedAt } };
      const changed = await all.findOneAndUpdate({ _id: keyOf(userId, id) }, set, { returnDocument: 'after' });
      return changed && toRecord(changed);
    },
    async remove(userId, id) {
      return (await all.deleteOne({ _id: keyOf(userId, id) })).deletedCount === 1;
    },
    async find(tokenHash, now) {
      const found = await all.findOne({ tokenHash });
      return found && (await isReadable(found, now)) ? toRecord(found) : null;
    },
    async takeDown(tokenHash) {
      const removed = await all.findOneAndDelete({ tokenHash });
      return removed?.userId ?? null;
    },
    async report(tokenHash, reason, now) {
      const found = await all.findOne({ tokenHash });
      if (!found || !(await isReadable(found, now))) return false;
      const change = { $inc: { [`reports.${reason}`]: 1 }, $set: { reportedAt: now } };
      return (await all.updateOne({ tokenHash }, change)).matchedCount === 1;
    },
    async reported(now, limit) {
      const reported: ShareRecord[] = [];
      for await (const share of all.find({ reportedAt: { $gt: 0 } }).sort({ reportedAt: -1, tokenHash: 1 })) {
        if (await isReadable(share, now)) reported.push(toRecord(share));
        if (reported.length === limit) break;
      }
      return reported;
    },
    async dismissReports(tokenHash) {
      const change = { $set: { reports: {}, reportedAt: null } };
      return (await all.updateOne({ tokenHash }, change)).matchedCount === 1;
    },
    async count(now) {
      return all.countDocuments({ $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] });
    },
  };
}

export function toRecord({ _id, reports = {}, reportedAt = null, ...share }: ShareDocument): ShareRecord {
  return { id: idOf(_id), ...share, reports, reportedAt };
}
