import type { SignInRecord, SignInStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';

type SignInRow = Pick<SignInRecord, keyof SignInRecord>;

const insertSignIn = statement<SignInRow>(`
  INSERT INTO sign_ins (state_hash, browser_hash, nonce, name, expires_at)
  VALUES (:stateHash, :browserHash, :nonce, :name, :expiresAt)`);
const deleteExpiredSignIns = statement<{ now: number }>('DELETE FROM sign_ins WHERE expires_at <= :now');
const updateName = statement<{ stateHash: string; name: string | null }>(
  'UPDATE sign_ins SET name = :name WHERE state_hash = :stateHash AND name IS NULL',
);
const selectSignIn = statement<{ stateHash: string; now: number }, SignInRow>(`
  SELECT state_hash AS stateHash, browser_hash AS browserHash, nonce, name, expires_at AS expiresAt
  FROM sign_ins WHERE state_hash = :stateHash AND expires_at > :now`);
const deleteSignIn = statement<{ stateHash: string }>('DELETE FROM sign_ins WHERE state_hash = :stateHash');

const insertUsed = statement<{ hash: string; expiresAt: number }>(
  'INSERT INTO used_once (hash, expires_at) VALUES (:hash, :expiresAt) ON CONFLICT (hash) DO NOTHING',
);
const deleteExpiredUsed = statement<{ now: number }>('DELETE FROM used_once WHERE expires_at <= :now');

export function createSignInStore(database: Database): SignInStore {
  return {
    async begin({ stateHash, browserHash, nonce, name, expiresAt }, now) {
      database.transaction(() => {
        database.run(deleteExpiredSignIns, { now });
        database.run(insertSignIn, { stateHash, browserHash, nonce, name, expiresAt });
      });
    },
    async keepName(stateHash, name, now) {
      return database.transaction(() => {
        if (!database.get(selectSignIn, { stateHash, now })) return false;
        database.run(updateName, { stateHash, name });
        return true;
      });
    },
    async take(stateHash, now) {
      return database.transaction(() => {
        const row = database.get(selectSignIn, { stateHash, now });
        if (row) database.run(deleteSignIn, { stateHash });
        return row ? { ...row } : null;
      });
    },
    async useOnce(hash, expiresAt, now) {
      return database.transaction(() => {
        database.run(deleteExpiredUsed, { now });
        return database.run(insertUsed, { hash, expiresAt }) === 1;
      });
    },
  };
}
