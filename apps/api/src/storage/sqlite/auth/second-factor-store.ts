import { AppError } from '@parley/core';
import type { SecondFactorRecord, SecondFactorStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';

type FactorRow = Pick<SecondFactorRecord, Exclude<keyof SecondFactorRecord, 'recoveryHashes'>> & {
  recoveryHashes: string;
};

const insertOne = statement<FactorRow>(`
  INSERT INTO second_factors (user_id, secret, last_step, recovery_hashes, created_at)
  SELECT id, :secret, :lastStep, :recoveryHashes, :createdAt FROM users WHERE id = :userId AND deleted_at IS NULL`);
const selectOne = statement<{ userId: string }, FactorRow>(`
  SELECT user_id AS userId, secret, last_step AS lastStep, recovery_hashes AS recoveryHashes, created_at AS createdAt
  FROM second_factors WHERE user_id = :userId`);
const updateStep = statement<{ userId: string; step: number }>(
  'UPDATE second_factors SET last_step = :step WHERE user_id = :userId AND last_step < :step',
);
const updateHashes = statement<{ userId: string; hashes: string }>(
  'UPDATE second_factors SET recovery_hashes = :hashes WHERE user_id = :userId',
);
const deleteOne = statement<{ userId: string }>('DELETE FROM second_factors WHERE user_id = :userId');

export function createSecondFactorStore(database: Database): SecondFactorStore {
  const find = (userId: string): SecondFactorRecord | null => {
    const row = database.get(selectOne, { userId });
    return row ? { ...row, recoveryHashes: JSON.parse(row.recoveryHashes) as string[] } : null;
  };
  const setHashes = (userId: string, hashes: string[]) =>
    database.run(updateHashes, { userId, hashes: JSON.stringify(hashes) }) === 1;
  return {
    async create(factor) {
      return database.transaction(() => {
        if (find(factor.userId)) return false;
        const row = { ...factor, recoveryHashes: JSON.stringify(factor.recoveryHashes) };
        if (database.run(insertOne, row) === 0) throw new AppError('unauthorized');
        return true;
      });
    },
    async find(userId) {
      return find(userId);
    },
    async useStep(userId, step) {
      return database.run(updateStep, { userId, step }) === 1;
    },
    async useRecoveryHash(userId, hash) {
      return database.transaction(() => {
        const hashes = find(userId)?.recoveryHashes ?? [];
        return (
          hashes.includes(hash) &&
          setHashes(
            userId,
            hashes.filter((other) => other !== hash),
          )
        );
      });
    },
    async setRecoveryHashes(userId, hashes) {
      return setHashes(userId, hashes);
    },
    async remove(userId) {
      return database.run(deleteOne, { userId }) === 1;
    },
  };
}
