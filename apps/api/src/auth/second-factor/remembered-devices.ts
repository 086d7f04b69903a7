import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { AppError, type RememberedDevice } from '@parley/core';
import { presentDescription } from '../describe-device.ts';
import type { RememberedDeviceRecord, RememberedDeviceStore } from '../../storage/storage.ts';
import { isoTime, isoTimeOrNull } from '../../iso-time.ts';

export const DEVICE_LIFETIME_S = 30 * 24 * 3600;

export type RememberedDevices = ReturnType<typeof createRememberedDevices>;

/** Browsers in which users sign in without a code. Only hashes of their tokens are stored. */
export function createRememberedDevices(store: RememberedDeviceStore, now: () => number) {
  const hashOf = (token: string) => createHash('sha256').update(`device ${token}`).digest('base64url');
  return {
    /** Remembers a device of this user for 30 days. Returns the token that the browser keeps. */
    async remember(userId: string, name: string): Promise<{ id: string; token: string }> {
      const [id, token, createdAt] = [randomUUID(), randomBytes(32).toString('base64url'), now()];
      const times = { createdAt, expiresAt: createdAt + DEVICE_LIFETIME_S * 1000, lastUsedAt: null };
      await store.add({ id, userId, hash: hashOf(token), name, ...times }, createdAt);
      return { id, token };
    },

    /** Whether one of a browser's tokens is this user's. */
    async knows(userId: string, tokens: string[]): Promise<boolean> {
      for (const token of tokens) if (await store.use(userId, hashOf(token), now())) return true;
      return false;
    },

    list: (userId: string) => store.list(userId, now()),

    /** Throws `not-found` for a device of another user. */
    async forget(userId: string, id: string): Promise<void> {
      if (!(await store.remove(userId, id))) throw new AppError('not-found');
    },
  };
}

/** A remembered device as its user sees it. */
export function presentDevice({ id, name, ...times }: RememberedDeviceRecord): RememberedDevice {
  return {
    id,
    name: presentDescription(name),
    createdAt: isoTime(times.createdAt),
    expiresAt: isoTime(times.expiresAt),
    lastUsedAt: isoTimeOrNull(times.lastUsedAt),
  };
}
