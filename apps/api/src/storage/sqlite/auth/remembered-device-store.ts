import { AppError } from '@parley/core';
import type { RememberedDeviceRecord, RememberedDeviceStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';

// Pick turns the interface into a type, because only a type can be a set of parameters.
type Device = Pick<RememberedDeviceRecord, keyof RememberedDeviceRecord>;

const insertOne = statement<Device>(`
  INSERT INTO remembered_devices (id, user_id, hash, name, created_at, expires_at, last_used_at)
  SELECT :id, id, :hash, :name, :createdAt, :expiresAt, :lastUsedAt
  FROM users WHERE id = :userId AND deleted_at IS NULL`);
const deleteExpired = statement<{ userId: string; now: number }>(
  'DELETE FROM remembered_devices WHERE user_id = :userId AND expires_at <= :now',
);
const updateUse = statement<{ userId: string; hash: string; now: number }>(`
  UPDATE remembered_devices SET last_used_at = :now
  WHERE user_id = :userId AND hash = :hash AND expires_at > :now`);
const selectOfUser = statement<{ userId: string; now: number }, Device>(`
  SELECT id, user_id AS userId, hash, name, created_at AS createdAt, expires_at AS expiresAt,
    last_used_at AS lastUsedAt
  FROM remembered_devices WHERE user_id = :userId AND expires_at > :now ORDER BY created_at, id`);
const deleteOne = statement<{ userId: string; id: string }>(
  'DELETE FROM remembered_devices WHERE user_id = :userId AND id = :id',
);
const deleteAll = statement<{ userId: string }>('DELETE FROM remembered_devices WHERE user_id = :userId');

export function createRememberedDeviceStore(database: Database): RememberedDeviceStore {
  return {
    async add(device, now) {
      database.transaction(() => {
        database.run(deleteExpired, { userId: device.userId, now });
        if (database.run(insertOne, { ...device }) === 0) throw new AppError('unauthorized');
      });
    },
    async use(userId, hash, now) {
      return database.run(updateUse, { userId, hash, now }) === 1;
    },
    async list(userId, now) {
      return database.all(selectOfUser, { userId, now }).map((row) => ({ ...row }));
    },
    async remove(userId, id) {
      return database.run(deleteOne, { userId, id }) === 1;
    },
    async removeAll(userId) {
      database.run(deleteAll, { userId });
    },
  };
}
