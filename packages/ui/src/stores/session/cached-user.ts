import type { User } from '@parley/core';
import { readStored, type KeyValueStorage } from '../storage/stored-json.ts';

export const USER_KEY = 'user';

/** Keeps who a token belongs to, for a start at which the server cannot be asked. */
export function cacheUser(storage: KeyValueStorage, token: string, user: User): void {
  storage.set(USER_KEY, JSON.stringify({ session: endOf(token), user }));
}

/** Who this token belongs to, as the server told last; null where it never did. */
export function readCachedUser(storage: KeyValueStorage, token: string): User | null {
  const stored = readStored(storage, USER_KEY);
  const user = stored.user as Partial<User> | null | undefined;
  const isWhole = typeof user?._id === 'string' && typeof user.email === 'string';
  return stored.session === endOf(token) && isWhole ? (user as User) : null;
}

/** Tells sessions apart, and opens none: the token itself is kept where nobody else can read it. */
const endOf = (token: string): string => token.slice(-16);
