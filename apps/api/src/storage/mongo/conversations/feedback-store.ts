import { AppError } from '@parley/core';
import { newestOfAll } from '../../conversations/newest-of-all.ts';
import type { FeedbackGroup, FeedbackRecord, FeedbackStore } from '../../storage.ts';
import { isUser } from '../accounts/user-store.ts';
import { conversations } from './conversation-document.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { upserted } from '../database/driver-errors.ts';
import { idOf, keyOf } from '../database/keys.ts';

export type FeedbackDocument = Omit<FeedbackRecord, 'messageId' | 'reportId' | 'doneAt'> & {
  _id: string;
  /** Of a report. */
  reportId?: string;
  /** When a report was made; absent once the operator has closed it. */
  openSince?: number;
  doneAt?: number;
};

export const feedback = collection<FeedbackDocument>('feedback', [
  { name: 'of_user', key: { userId: 1 } },
  { name: 'by_time', key: { createdAt: -1 } },
  { name: 'by_report', key: { reportId: 1 }, options: { sparse: true } },
  { name: 'open_reports', key: { openSince: -1 }, options: { sparse: true } },
]);

export function createFeedbackStore(database: Database): FeedbackStore {
  const all = database.of(feedback);
  const newest = { createdAt: -1, _id: 1 } as const;
  const isLive = async ({ userId, conversationId }: FeedbackRecord) =>
    (await isUser(database, userId)) &&
    (await database
      .of(conversations)
      .findOne({ _id: keyOf(userId, conversationId), deletedAt: { $exists: false } })) !== null;
  return {
    async find(userId, messageId) {
      const found = await all.findOne({ _id: keyOf(userId, messageId) });
      return found && toFeedback(found);
    },
    async list(userId) {
      return (await all.find({ userId }).sort(newest).toArray()).map(toFeedback);
    },
    async put(record) {
      if (!(await isLive(record))) throw new AppError('not-found');
      const { _id, ...rest } = toFeedbackDocument(record);
      await upserted(() => all.replaceOne({ _id }, rest, { upsert: true }));
      // Checked again after the write, since the conversation may be deleted meanwhile.
      if (await isLive(record)) return;
      await all.deleteOne({ _id });
      throw new AppError('not-found');
    },
    async remove(userId, messageId) {
      return (await all.deleteOne({ _id: keyOf(userId, messageId) })).deletedCount === 1;
    },
    async groups(since) {
      const fields = ['mode', 'model', 'version', 'rating', 'reasons'] as const;
      const groups = await all
        .aggregate<{ _id: Omit<FeedbackGroup, 'count'>; count: number }>([
          { $match: { createdAt: { $gte: since } } },
          { $group: { _id: Object.fromEntries(fields.map((name) => [name, `$${name}`])), count: { $sum: 1 } } },
        ])
        .toArray();
      return groups.map(({ _id, count }) => ({ ..._id, count }));
    },
    async notes(limit) {
      const hasWords = { $or: [{ comment: { $ne: '' } }, { question: { $ne: null } }] };
      const isRating = { reportId: { $exists: false } };
      return newestOfAll(limit, async (without) => {
        const ofOthers = { ...hasWords, ...isRating, ...(without.length > 0 && { userId: { $nin: without } }) };
        return (await all.find(ofOthers).sort(newest).limit(limit).toArray()).map(toFeedback);
      });
    },
    async openReports(limit) {
      const isOpen = { openSince: { $gt: 0 } };
      const open = await newestOfAll(limit, async (without) => {
        const ofOthers = { ...isOpen, ...(without.length > 0 && { userId: { $nin: without } }) };
        return (await all.find(ofOthers).sort({ openSince: -1, _id: 1 }).limit(limit).toArray()).map(toFeedback);
      });
      return { count: await all.countDocuments(isOpen), newest: open };
    },
    async finishReport(reportId, now) {
      const found = await all.findOne({ reportId });
      if (!found) return false;
      const isOpen = { _id: found._id, reportId, openSince: { $gt: 0 } };
      const { matchedCount } = await all.updateOne(isOpen, { $set: { doneAt: now }, $unset: { openSince: '' } });
      // Another member of staff may close it meanwhile, and its user may replace it.
      return matchedCount === 1 || (await all.findOne({ reportId })) !== null;
    },
  };
}

export function toFeedbackDocument({ messageId, reportId, doneAt, ...rest }: FeedbackRecord): FeedbackDocument {
  return {
    _id: keyOf(rest.userId, messageId),
    ...rest,
    ...(reportId !== null && { reportId, ...(doneAt === null ? { openSince: rest.createdAt } : { doneAt }) }),
  };
}

export function toFeedback({ _id, openSince: _since, ...record }: FeedbackDocument): FeedbackRecord {
  return { messageId: idOf(_id), reportId: null, doneAt: null, ...record };
}
