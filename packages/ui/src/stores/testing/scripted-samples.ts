import { CAPABILITIES, newReply, newUserMessage } from '@parley/core';
import type {
  Attachment,
  Capabilities,
  FiguresResponse,
  Message,
  OnboardingResponse,
  PremiumConfigResponse,
  SignedInResponse,
  Usage,
  User,
} from '@parley/core';

/** Shared samples for the tests of the stores. */
export const USAGE: Usage = {
  messagesUsed: 1,
  messagesLimit: 10,
  periodEnd: '2100-01-01T12:00:00.000Z',
  isLimitReached: false,
};

/** A user in the free tier. */
export const ADA: User = {
  _id: 'ada',
  email: 'ada@example.com',
  subscriptionTier: 'free',
  subscriptionStatus: null,
  usagePeriodEnd: null,
  isAdmin: false,
  emailVerified: true,
};
export const ADA_WITH_PREMIUM: User = { ...ADA, subscriptionTier: 'premium', subscriptionStatus: 'active' };

export const SIGNED_IN: SignedInResponse = { success: true, token: 'new', user: ADA };

export function question(id: string, text: string): Message {
  return newUserMessage(text, { id, now: 0, mode: 'normal' });
}

export function reply(id: string, change: Partial<Message> = {}): Message {
  const { generationId: _run, seq: _seq, ...message } = newReply('', { id, now: 1, mode: 'normal' });
  return { ...message, status: 'complete', ...change };
}

export const ABLE = Object.fromEntries(CAPABILITIES.map((name) => [name, { ok: true }])) as Capabilities;

export const PREMIUM_CONFIG: PremiumConfigResponse = {
  success: true,
  defaultPriceId: 'price_monthly',
  priceIds: { weekly: 'price_weekly', monthly: 'price_monthly', yearly: 'price_yearly' },
};

/** Progress of a user who has not seen the onboarding. */
export const NEW_TO_IT: OnboardingResponse = {
  success: true,
  answers: { goals: [], quiz: {} },
  step: 'welcome',
  hasSeen: false,
  hasDemo: true,
  prompts: [],
};

export const NO_FIGURES: FiguresResponse = {
  success: true,
  users: 0,
  runningReplies: 0,
  shares: 0,
  subscriptions: [],
  activeSubscriptions: 0,
  monthlyRevenue: [],
  duplicateSubscriptions: 0,
  days: [],
  failures: [],
};

/** A file stored on the server. */
export function stored(id: string, change: Partial<Attachment> = {}): Attachment {
  return { id, kind: 'image', name: `${id}.png`, type: 'image/png', size: 3, url: `/api/files/${id}`, ...change };
}
