import type { SubscriptionTier } from '@parley/core';
import type { UserRecord, UserStore } from '../../storage.ts';
import { countUp } from '../figures/daily-counts.ts';
import { statement, type Database } from '../database/database.ts';

/** A selected row of a user. SQLite has no booleans. */
export type UserRow = Omit<UserRecord, 'emailVerified' | 'subscriptionTier'> & {
  emailVerified: number;
  subscriptionTier: string;
};

/** Columns of the table `users` for `toUser`. */
export const USER_COLUMNS = `
  users.id, users.email, users.password_hash AS passwordHash, users.email_verified AS emailVerified, users.name,
  users.subscription_tier AS subscriptionTier, users.subscription_status AS subscriptionStatus,
  users.subscription_period_end AS subscriptionPeriodEnd, users.subscription_cancel_at AS subscriptionCancelAt,
  users.created_at AS createdAt`;

const insertUser = statement<UserRow>(`
  INSERT INTO users (id, email, password_hash, email_verified, name, subscription_tier, subscription_status,
    subscription_period_end, subscription_cancel_at, created_at)
  VALUES (:id, :email, :passwordHash, :emailVerified, :name, :subscriptionTier, :subscriptionStatus,
    :subscriptionPeriodEnd, :subscriptionCancelAt, :createdAt)
  ON CONFLICT (email) DO NOTHING`);
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
const updateEmail = statement<{ id: string; email: string }>(`
  UPDATE OR IGNORE users SET email = :email, email_verified = 1 WHERE id = :id AND deleted_at IS NULL`);

const updateName = statement<{ id: string; name: string }>(
  'UPDATE users SET name = :name WHERE id = :id AND deleted_at IS NULL',
);

/** Stores a user and counts it, within a transaction. False, and nothing stored, when the address is taken. */
export function addUser(database: Database, user: UserRecord): boolean {
  const isAdded = database.run(insertUser, toUserRow(user)) === 1;
  if (isAdded) countUp(database, user.createdAt, 'users');
  return isAdded;
}

export function createUserStore(database: Database): UserStore {
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
    async setName(id, name) {
      database.run(updateName, { id, name });
    },
    async setPasswordHash(id, passwordHash, was) {
      if (was === undefined) return database.run(updatePasswordHash, { id, passwordHash }) === 1;
      return database.run(replacePasswordHash, { id, passwordHash, was }) === 1;
    },
    async setVerified(id, email) {
      return database.run(updateVerified, { id, email }) === 1;
    },
    async setEmail(id, email) {
      return database.run(updateEmail, { id, email }) === 1;
    },
  };
}

function toUserRow(user: UserRecord): UserRow {
  const { id, email, passwordHash, name, createdAt } = user;
  const { subscriptionTier, subscriptionStatus, subscriptionPeriodEnd, subscriptionCancelAt } = user;
  const rest = { subscriptionTier, subscriptionStatus, subscriptionPeriodEnd, subscriptionCancelAt, createdAt };
  return { id, email, passwordHash, emailVerified: Number(user.emailVerified), name, ...rest };
}

export function toUser(row: UserRow): UserRecord {
  return {
    id: row.id,
    email: row.email,
    passwordHash: row.passwordHash,
    emailVerified: row.emailVerified === 1,
    name: row.name,
    subscriptionTier: row.subscriptionTier as SubscriptionTier,
    subscriptionStatus: row.subscriptionStatus,
    subscriptionPeriodEnd: row.subscriptionPeriodEnd,
    subscriptionCancelAt: row.subscriptionCancelAt,
    createdAt: row.createdAt,
  };
}
