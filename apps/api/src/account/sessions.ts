import { AppError, type AccountSession } from '@parley/core';
import { presentDescription } from '../auth/describe-device.ts';
import type { SignedIn } from '../auth/accounts.ts';
import type { SessionStore } from '../storage/storage.ts';

const MINUTE_MS = 60_000;

/** A user's sessions, as the API presents them. */
export function createSessions(store: SessionStore, now: () => number) {
  return {
    async list({ user, session: current }: SignedIn): Promise<AccountSession[]> {
      const sessions = await store.list(user.id, now());
      return sessions.map(({ id, createdAt, lastSeenAt, device }) => ({
        id,
        createdAt: new Date(createdAt).toISOString(),
        lastSeenAt: new Date(lastSeenAt - (lastSeenAt % MINUTE_MS)).toISOString(),
        device: presentDescription(device),
        isCurrent: id === current.id,
      }));
    },
    endOthers: ({ user, session }: SignedIn) => store.revokeAll(user.id, session.id),
    /** Throws `not-found` for a session of another user. */
    async end({ user }: SignedIn, id: string): Promise<void> {
      const sessions = await store.list(user.id, now());
      if (!sessions.some((session) => session.id === id)) throw new AppError('not-found');
      await store.revoke(id);
    },
  };
}
