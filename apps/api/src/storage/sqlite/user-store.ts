import type { SubscriptionTier } from '@parley/core';
import type { UserRecord, UserStore } from '../storage.ts';
import { statement, type Database } from './database.ts';

/** A user as it is selected: SQLite has no booleans. */
export type UserRow = Omit<UserRecord, 'emailVerified' | 'subscriptionTier'> & {
  emailVerified: number;
  subscriptionTier: string;
};

/** The list to select for `toUser`, from the table `users`. */
export const USER_COLUMNS = `
  users.id, users.email, users.password_hash AS passwordHash, users.email_verified AS emailVerified,
  users.subscription_tier AS subscriptionTier, users.subscription_status AS subscriptionStatus,
  users.subscription_period_end AS subscriptionPeriodEnd, users.created_at AS createdAt`;

const insertUser = statement<UserRow>(`
  INSERT INTO users (id, email, password_hash, email_verified, subscription_tier, subscription_status,
    subscription_period_end, created_at)
  VALUES (:id, :email, :passwordHash, :emailVerified, :subscriptionTier, :subscriptionStatus,
    :subscriptionPeriodEnd, :createdAt)
  ON CONFLICT (email) DO NOTHING`);
const selectById = statement<{ id: string }, UserRow>(`SELECT ${USER_COLUMNS} FROM users WHERE id = :id`);
const selectByEmail = statement<{ email: string }, UserRow>(`SELECT ${USER_COLUMNS} FROM users WHERE email = :email`);
const updatePasswordHash = statement<{ id: string; passwordHash: string }>(
  'UPDATE users SET password_hash = :passwordHash WHERE id = :id',
);

export function createUserStore(database: Database): UserStore {
  return {
    async create(user) {
      const { id, email, passwordHash, subscriptionTier, subscriptionStatus, subscriptionPeriodEnd, createdAt } = user;
      const emailVerified = Number(user.emailVerified);
      const rest = { subscriptionTier, subscriptionStatus, subscriptionPeriodEnd, createdAt };
      return database.run(insertUser, { id, email, passwordHash, emailVerified, ...rest }) === 1;
    },
    async findById(id) {
      const row = database.get(selectById, { id });
      return row ? toUser(row) : null;
    },
    async findByEmail(email) {
      const row = database.get(selectByEmail, { email });
      return row ? toUser(row) : null;
    },
    async setPasswordHash(id, passwordHash) {
      database.run(updatePasswordHash, { id, passwordHash });
    },
  };
}

export function toUser(row: UserRow): UserRecord {
  return {
    id: row.id,
    email: row.email,
    passwordHash: row.passwordHash,
    emailVerified: row.emailVerified === 1,
    subscriptionTier: row.subscriptionTier as SubscriptionTier,
    subscriptionStatus: row.subscriptionStatus,
    subscriptionPeriodEnd: row.subscriptionPeriodEnd,
    createdAt: row.createdAt,
  };
}
