import type { Person } from '@parley/core';
import { extraMessagesAt, type StaffRole } from '@parley/core';
import type { Accounts } from '../../auth/accounts.ts';
import { presentDescription } from '../../auth/describe-device.ts';
import type { Billing } from '../../billing/billing.ts';
import type { UsageOf } from '../../chat/usage-of.ts';
import type { Plans } from '../../plans/plans.ts';
import type { Storage, UserRecord } from '../../storage/storage.ts';
import type { Audit } from './audit.ts';
import { isoTime, isoTimeOrNull } from '../../iso-time.ts';

const DAY_MS = 86_400_000;
const COST_DAYS = 30;
const FAILURES = 10;

export interface PersonViewDependencies {
  storage: Pick<Storage, 'sessions' | 'apiKeys' | 'replies' | 'spending' | 'billing'>;
  accounts: Pick<Accounts, 'present' | 'roleOf'>;
  usageOf: UsageOf;
  billing: Pick<Billing, 'staff'> | null;
  audit: Pick<Audit, 'count'>;
  plans: Pick<Plans, 'planName'>;
  now: () => number;
}

export type PersonView = ReturnType<typeof createPersonView>;

/** Reads an account for staff. No word of a conversation is read. */
export function createPersonView({ storage, accounts, usageOf, billing, audit, plans, now }: PersonViewDependencies) {
  async function costOf(userId: string) {
    const first = Math.floor(now() / DAY_MS) - COST_DAYS + 1;
    const spent = (await storage.spending.ofUser(userId)).filter(({ day }) => day >= first);
    return {
      microdollars: spent.reduce((sum, each) => sum + each.microdollars, 0),
      requests: spent.reduce((sum, each) => sum + each.requests, 0),
    };
  }

  return async function read(user: UserRecord, reader: StaffRole): Promise<Person> {
    const isOwner = reader === 'owner';
    const shown = accounts.present(user);
    // Read first, so that an act that is added meanwhile counts as unseen.
    const acts = await audit.count(user.id);
    const sessions = await storage.sessions.list(user.id, now());
    const failures = await storage.replies.failures(user.id, FAILURES);
    const messages = extraMessagesAt(user, now());
    const planName = plans.planName(user);
    return {
      user: shown,
      role: accounts.roleOf(user),
      ...(planName !== null && { planName }),
      createdAt: isoTime(user.createdAt),
      blockedAt: isoTimeOrNull(user.blockedAt),
      premiumUntil: shown.premiumUntil ?? null,
      extraMessages: messages > 0 ? { messages, until: isoTime(user.extraMessagesUntil ?? 0) } : null,
      usage: await usageOf(user),
      sessions: sessions.slice(0, 50).map(({ device, lastSeenAt }) => ({
        device: presentDescription(device),
        lastSeenAt: isoTime(lastSeenAt),
      })),
      apiKeys: (await storage.apiKeys.list(user.id)).length,
      failures: failures.map(({ at, mode, code }) => ({ at: isoTime(at), mode: mode ?? 'normal', code })),
      cost: isOwner ? await costOf(user.id) : null,
      billing: isOwner && billing ? await billing.staff.overview(user.id) : null,
      acts,
    };
  };
}
