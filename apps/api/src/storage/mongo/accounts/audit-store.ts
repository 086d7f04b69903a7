import { cursorAfter, placeOf } from '../../accounts/audit-cursor.ts';
import type { AuditRecord, AuditStore } from '../../storage.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { wasFree } from '../database/driver-errors.ts';

type AuditDocument = Omit<AuditRecord, 'id'> & { _id: string };

export const audits = collection<AuditDocument>('audits', [
  { name: 'by_time', key: { at: -1, _id: -1 } },
  { name: 'of_user', key: { userId: 1, at: -1 } },
]);

export function createAuditStore(database: Database): AuditStore {
  const all = database.of(audits);
  const newest = { at: -1, _id: -1 } as const;
  return {
    add: ({ id, ...line }) => wasFree(all.insertOne({ _id: id, ...line })),
    async find(id) {
      const found = await all.findOne({ _id: id });
      return found && toRecord(found);
    },
    async end(id, outcome, details) {
      await all.updateOne({ _id: id }, { $set: { outcome, details } });
    },
    async list({ limit, before }) {
      const { at, id } = placeOf(before);
      const older = { at: { $lte: at }, $or: [{ at: { $lt: at } }, { _id: { $lt: id } }] };
      const found = await all
        .find(older)
        .sort(newest)
        .limit(limit + 1)
        .toArray();
      const items = found.slice(0, limit).map(toRecord);
      const last = items.at(-1);
      return { items, nextBefore: last && found.length > limit ? cursorAfter(last) : null };
    },
    async ofUser(userId) {
      return (await all.find({ userId }).sort(newest).toArray()).map(toRecord);
    },
  };
}

function toRecord({ _id: id, ...line }: AuditDocument): AuditRecord {
  return { id, ...line };
}
