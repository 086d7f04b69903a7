import type { Gifts } from '@parley/core';
import type { UserRecord, UserStore } from '../../storage.ts';
import type { UserPatch } from '../../accounts/user-store.ts';
import { countUp } from '../figures/daily-counts.ts';
import { statement, type Database } from '../database/database.ts';
import { markScrubDue } from '../database/scrubber.ts';
import { readRecord, selectFields } from '../schema/table.ts';
import { TABLES } from '../schema/tables.ts';

const { deletedAt: _deletedAt, ...FIELDS } = TABLES.users.fields;
const NAMES = Object.keys(FIELDS) as (keyof UserRecord)[];
const CHANGING = NAMES.filter((name) => name !== 'id');
const columns = (names: (keyof UserRecord)[]) => names.map((name) => FIELDS[name].sql).join(', ');
const values = (names: (keyof UserRecord)[]) => names.map((name) => `:${name}`).join(', ');

/** A row of a user. SQLite has no booleans. */
export type UserRow = Record<keyof UserRecord, string | number | null> & { id: string };

/** Columns of the table `users` for `toUser`. */
export const USER_COLUMNS = selectFields(FIELDS);

const insertUser = statement<UserRow>(`
  INSERT INTO users (${columns(NAMES)}) VALUES (${values(NAMES)}) ON CONFLICT (email) DO NOTHING`);
const replaceUser = statement<UserRow>(`
  UPDATE users SET (${columns(CHANGING)}) = (${values(CHANGING)}) WHERE id = :id AND deleted_at IS NULL`);
const selectById = statement<{ id: string }, UserRow>(
  `SELECT ${USER_COLUMNS} FROM users WHERE id = :id AND deleted_at IS NULL`,
);
const selectByEmail = statement<{ email: string }, UserRow>(
  `SELECT ${USER_COLUMNS} FROM users WHERE email = :email AND deleted_at IS NULL`,
);
const updatePasswordHash = statement<{ id: string; passwordHash: string }>(
  'UPDATE users SET password_hash = :passwordHash WHERE id = :id AND deleted_at IS NULL',
);
const replacePasswordHash = statement<{ id: string; passwordHash: string; was: string | null }>(`
  UPDATE users SET password_hash = :passwordHash
  WHERE id = :id AND password_hash IS :was AND deleted_at IS NULL`);
const updateVerified = statement<{ id: string; email: string }>(
  'UPDATE users SET email_verified = 1 WHERE id = :id AND email = :email AND deleted_at IS NULL',
);
const updateEmail = statement<{ id: string; email: string; was: string | null }>(`
  UPDATE OR IGNORE users SET email = :email, email_verified = 1
  WHERE id = :id AND password_hash IS :was AND deleted_at IS NULL`);

const updateBlocked = statement<{ id: string; blockedAt: number | null }>(
  'UPDATE users SET blocked_at = :blockedAt WHERE id = :id AND deleted_at IS NULL',
);

/** Stores a user and counts it, within a transaction. False, and nothing stored, when the address is taken. */
export function addUser(database: Database, user: UserRecord): boolean {
  const isAdded = database.run(insertUser, toUserRow(user)) === 1;
  if (isAdded) countUp(database, user.createdAt, 'users');
  return isAdded;
}

export function createUserStore(database: Database): UserStore {
  async function change(id: string, patch: UserPatch | Partial<Gifts>): Promise<boolean> {
    return database.transaction(() => {
      const row = database.get(selectById, { id });
      // The words of earlier instructions are the user’s.
      if ('about' in patch || 'answerStyle' in patch) markScrubDue(database);
      return row !== undefined && database.run(replaceUser, toUserRow({ ...toUser(row), ...patch })) === 1;
    });
  }

  return {
    async create(user) {
      return database.transaction(() => addUser(database, user));
    },
    async findById(id) {
      const row = database.get(selectById, { id });
      return row ? toUser(row) : null;
    },
    async findByEmail(email) {
      const row = database.get(selectByEmail, { email });
      return row ? toUser(row) : null;
    },
    update: change,
    async setPasswordHash(id, passwordHash, was) {
      if (was === undefined) return database.run(updatePasswordHash, { id, passwordHash }) === 1;
      return database.run(replacePasswordHash, { id, passwordHash, was }) === 1;
    },
    async setVerified(id, email) {
      return database.run(updateVerified, { id, email }) === 1;
    },
    async setEmail(id, email, was) {
      return database.run(updateEmail, { id, email, was }) === 1;
    },
    give: change,
    async setBlocked(id, blockedAt) {
      return database.run(updateBlocked, { id, blockedAt }) === 1;
    },
  };
}

function toUserRow(user: UserRecord): UserRow {
  const entries = Object.entries(user).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? Number(value) : value,
  ]);
  return Object.fromEntries(entries) as UserRow;
}

export function toUser(row: UserRow): UserRecord {
  return readRecord<UserRecord>(FIELDS, row);
}
