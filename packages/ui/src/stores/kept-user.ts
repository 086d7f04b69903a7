import type { User } from '@parley/core';
import { readStored, type KeyValueStorage } from './stored-json.ts';

export const USER_KEY = 'user';

/** Keeps who a token belongs to, for a start at which the server cannot be asked. */
export function keepUser(storage: KeyValueStorage, token: string, user: User): void {
  storage.set(USER_KEY, JSON.stringify({ token, user }));
}

/** Who this token belongs to, as the server told last; null where it never did. */
export function keptUser(storage: KeyValueStorage, token: string): User | null {
  const stored = readStored(storage, USER_KEY);
  const user = stored.user as Partial<User> | null | undefined;
  const isWhole = typeof user?._id === 'string' && typeof user.email === 'string';
  return stored.token === token && isWhole ? (user as User) : null;
}
