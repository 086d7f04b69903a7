import { AppError } from '@parley/core';
import type { AcceptanceRecord, AcceptanceStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';

type Acceptance = Pick<AcceptanceRecord, keyof AcceptanceRecord>;

const selectUser = statement<{ userId: string }, { id: string }>(
  'SELECT id FROM users WHERE id = :userId AND deleted_at IS NULL',
);
const insertOne = statement<Acceptance>(`
  INSERT INTO acceptances (user_id, document, version, accepted_at)
  VALUES (:userId, :document, :version, :acceptedAt)
  ON CONFLICT (user_id, document, version) DO NOTHING`);
const selectOfUser = statement<{ userId: string }, Acceptance>(`
  SELECT user_id AS userId, document, version, accepted_at AS acceptedAt
  FROM acceptances WHERE user_id = :userId`);

export function createAcceptanceStore(database: Database): AcceptanceStore {
  return {
    async add(acceptance) {
      database.transaction(() => {
        if (!database.get(selectUser, { userId: acceptance.userId })) throw new AppError('unauthorized');
        database.run(insertOne, { ...acceptance });
      });
    },
    async list(userId) {
      const found = database.all(selectOfUser, { userId }).map((row) => ({ ...row }));
      return found.sort((a, b) => a.acceptedAt - b.acceptedAt);
    },
  };
}
