import type { BrandRecord, BrandStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';

type Brand = Pick<BrandRecord, keyof BrandRecord>;

const selectOne = statement<{ id: string }, Brand>(
  'SELECT id, value, revision, changed_at AS changedAt FROM brand WHERE id = :id',
);
const insertOne = statement<Brand>(`
  INSERT INTO brand (id, value, revision, changed_at)
  VALUES (:id, :value, :revision, :changedAt)
  ON CONFLICT (id) DO NOTHING`);
const updateOne = statement<Brand>(`
  UPDATE brand SET value = :value, revision = :revision, changed_at = :changedAt
  WHERE id = :id AND revision = :revision - 1`);

export function createBrandStore(database: Database): BrandStore {
  return {
    async find() {
      const row = database.get(selectOne, { id: 'brand' });
      return row ? { ...row } : null;
    },
    async save(record) {
      return database.run(record.revision === 1 ? insertOne : updateOne, { ...record }) === 1;
    },
  };
}
