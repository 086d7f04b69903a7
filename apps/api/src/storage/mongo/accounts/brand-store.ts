import type { BrandRecord, BrandStore } from '../../storage.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { wasFree } from '../database/driver-errors.ts';

type BrandDocument = Omit<BrandRecord, 'id'> & { _id: 'brand' };

export const brand = collection<BrandDocument>('brand');

export function createBrandStore(database: Database): BrandStore {
  const all = database.of(brand);
  return {
    async find() {
      const found = await all.findOne({ _id: 'brand' });
      if (!found) return null;
      const { _id: id, ...record } = found;
      return { id, ...record };
    },
    async save({ id: _id, ...record }) {
      if (record.revision === 1) return wasFree(all.insertOne({ _id, ...record }));
      const saved = await all.updateOne({ _id, revision: record.revision - 1 }, { $set: record });
      return saved.matchedCount === 1;
    },
  };
}
