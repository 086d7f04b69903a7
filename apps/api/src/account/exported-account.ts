import type { AccountSession, OnboardingAnswers, OnboardingStepId, User } from '@parley/core';
import type { Accounts, SignedIn } from '../auth/accounts.ts';
import type { ExportedField } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { createSessions } from './sessions.ts';

/** `account.json` in the download of GET /api/account/export. It has every field that `RECORD_KINDS` names. */
export interface ExportedAccount extends Record<ExportedField, unknown> {
  user: User;
  /** The person's name as another service gave it; null if none did. */
  name: string | null;
  /** Whether the assistant may use the web by itself. */
  searchesByItself: boolean;
  /** ISO 8601. */
  createdAt: string;
  exportedAt: string;
  sessions: Omit<AccountSession, 'isCurrent'>[];
  signInsElsewhere: ExportedIdentity[];
  /** The last usage window; null if no message was ever counted. */
  usage: { start: string; end: string; used: number } | null;
  /** Stripe's customer ids. */
  stripeCustomers: string[];
  /** Progress of the onboarding; null if it was never started. Times are ISO 8601. */
  onboarding: {
    step: OnboardingStepId;
    answers: OnboardingAnswers;
    seenAt: string | null;
    demoUsedAt: string | null;
  } | null;
}

/** An external account that can sign in to this one. */
interface ExportedIdentity {
  provider: string;
  /** The provider's id for the person. */
  subject: string;
  email: string | null;
  isPrivateRelay: boolean;
  forwardsMail: boolean;
  /** ISO 8601. */
  createdAt: string;
}

/** The user's stored data besides conversations and files, without secrets. */
export async function exportedAccount(
  storage: Pick<Storage, 'sessions' | 'identities' | 'usage' | 'onboarding' | 'billing'>,
  accounts: Pick<Accounts, 'present'>,
  who: SignedIn,
  now: () => number,
): Promise<ExportedAccount> {
  const { user } = who;
  const sessions = await createSessions(storage.sessions, now).list(who);
  const identities = await storage.identities.listOfUser(user.id);
  const window = await storage.usage.window(user.id);
  const onboarding = await storage.onboarding.find(user.id);
  const customers = await storage.billing.customersOf(user.id);
  return {
    user: accounts.present(user),
    name: user.name,
    searchesByItself: user.searchesByItself,
    createdAt: iso(user.createdAt),
    exportedAt: iso(now()),
    sessions: sessions.map(({ isCurrent: _isCurrent, ...session }) => session),
    signInsElsewhere: identities.map(({ provider, subject, email, isPrivateRelay, forwardsMail, createdAt }) => ({
      provider,
      subject,
      email,
      isPrivateRelay,
      forwardsMail,
      createdAt: iso(createdAt),
    })),
    usage: window && { start: iso(window.start), end: iso(window.end), used: window.used },
    stripeCustomers: customers.map(({ customerId }) => customerId),
    onboarding: onboarding && {
      ...onboarding,
      seenAt: isoOrNull(onboarding.seenAt),
      demoUsedAt: isoOrNull(onboarding.demoUsedAt),
    },
  };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : iso(time);
}
