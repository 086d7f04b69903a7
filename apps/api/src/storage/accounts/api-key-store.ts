import type { ApiKeyScope } from '@parley/core';
import type { UserRecord } from './user-store.ts';

/** A key with which a program uses the API as its user. */
export interface ApiKeyRecord {
  id: string;
  userId: string;
  /** SHA-256 of the key. */
  hash: string;
  /** The key's last four characters, by which its user recognizes it. */
  ending: string;
  name: string;
  scopes: ApiKeyScope[];
  createdAt: number;
  /** Null if it never expires. */
  expiresAt: number | null;
  /** Time of last use, as recorded by `touch`; null before the first. */
  lastUsedAt: number | null;
}

export interface ApiKeyStore {
  /** The keys of a user, newest first, expired ones included. */
  list(userId: string): Promise<ApiKeyRecord[]>;
  /** Adds a key unless the user then has more than `limit`. Throws `unauthorized` when the user is being deleted. */
  create(key: ApiKeyRecord, limit: number): Promise<'created' | 'full'>;
  /**
   * The key with this hash, with its user. Null when it is unknown, revoked, or expired (from `expiresAt` on), or when
   * its user is being deleted.
   */
  find(hash: string, now: number): Promise<{ key: ApiKeyRecord; user: UserRecord } | null>;
  /** Records the use of a key. Ignores unknown ids. */
  touch(id: string, now: number): Promise<void>;
  /** Revokes a key from the next `find` on. False when the user has no such key. */
  revoke(userId: string, id: string): Promise<boolean>;
  /** Revokes all keys of a user. Returns their ids. */
  revokeAll(userId: string): Promise<string[]>;
}
