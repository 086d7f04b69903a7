import { AppError } from '@parley/core';
import type { FeedbackGroup, FeedbackRecord, FeedbackStore } from '../../storage.ts';
import { isUser } from '../accounts/user-store.ts';
import { conversations } from '../conversations/conversation-document.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { upserted } from '../database/driver-errors.ts';
import { idOf, keyOf } from '../database/keys.ts';

export type FeedbackDocument = Omit<FeedbackRecord, 'messageId'> & { _id: string };

export const feedback = collection<FeedbackDocument>('feedback', [
  { name: 'of_user', key: { userId: 1 } },
  { name: 'by_time', key: { createdAt: -1 } },
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
      return found && toRecord(found);
    },
    async list(userId) {
      return (await all.find({ userId }).sort(newest).toArray()).map(toRecord);
    },
    async put(record) {
      const { messageId, ...rest } = record;
      const _id = keyOf(record.userId, messageId);
      await upserted(() => all.replaceOne({ _id }, rest, { upsert: true }));
      // Checked after the write, since the conversation may be deleted meanwhile.
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
      return (await all.find(hasWords).sort(newest).limit(limit).toArray()).map(toRecord);
    },
  };
}

function toRecord({ _id, ...record }: FeedbackDocument): FeedbackRecord {
  return { messageId: idOf(_id), ...record };
}
