import { z } from 'zod';
import { AppError } from '@parley/core';
import type { Storage } from '../../storage/storage.ts';
import type { TokenVerifier } from './token-verifier.ts';

const news = z.object({ type: z.string(), sub: z.string().min(1) });

/** Handles Apple's server-to-server notifications. Each one takes effect once; unknown ones are ignored. */
export function createNotifications(
  { identities, signIns, sessions, apiKeys }: Storage,
  verifier: TokenVerifier,
  now: () => number,
) {
  async function endAll(userId: string): Promise<void> {
    await sessions.revokeAll(userId, null);
    await apiKeys.revokeAll(userId);
  }

  return {
    /** Throws `apple-sign-in-failed` if it is not from Apple, `unavailable` while Apple's keys cannot be fetched. */
    async receive(payload: string): Promise<void> {
      const { claims, hash, refusedFrom } = await verifier.notification(payload);
      const { data } = news.safeParse(readEvents(claims.events));
      if (!data) throw new AppError('invalid-request');
      if (!(await signIns.useOnce(hash, refusedFrom, now()))) return;
      const identity = await identities.find('apple', data.sub);
      if (!identity) return;
      switch (data.type) {
        case 'email-disabled':
        case 'email-enabled':
          return identities.update('apple', data.sub, { forwardsMail: data.type === 'email-enabled' });
        case 'consent-revoked':
          await identities.update('apple', data.sub, { refreshToken: null });
          return endAll(identity.userId);
        case 'account-delete':
        case 'account-deleted':
          await identities.remove('apple', data.sub);
          return endAll(identity.userId);
      }
    },
  };
}

/** Apple sends the event as a JSON string; its documentation also shows an object. */
function readEvents(events: unknown): unknown {
  if (typeof events !== 'string') return events;
  try {
    return JSON.parse(events);
  } catch {
    return undefined;
  }
}
