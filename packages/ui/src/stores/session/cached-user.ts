import type { User } from '@parley/core';
import { readStored, type KeyValueStorage } from '../storage/stored-json.ts';

export const USER_KEY = 'user';

/** Caches the user of a token for a start without the server. */
export function cacheUser(storage: KeyValueStorage, token: string, user: User): void {
  storage.set(USER_KEY, JSON.stringify({ session: endOf(token), user }));
}

/** The last known user of this token; null if unknown. */
export function readCachedUser(storage: KeyValueStorage, token: string): User | null {
  const stored = readStored(storage, USER_KEY);
  const user = stored.user as Partial<User> | null | undefined;
  const isWhole = typeof user?._id === 'string' && typeof user.email === 'string';
  return stored.session === endOf(token) && isWhole ? (user as User) : null;
}

/** Identifies a session without revealing its token. */
export const endOf = (token: string): string => token.slice(-16);
