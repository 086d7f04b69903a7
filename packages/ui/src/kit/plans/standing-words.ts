import { isCounted, standingOf, type ProductSettings, type User, t } from '@parley/core';
import { formatDate } from '../text/format/format-date.ts';
import { freeMessages } from './free-messages.ts';

interface StandingWords {
  /** What is true, and what the user can do about it; null if nothing has to be said. */
  note: string | null;
  /** The next date of the subscription and what happens then. */
  date: { label: string; value: string };
}

const NO_DATE = { label: t`Next billing`, value: t`N/A` };

/** Describes where a user's subscription stands. */
export function standingWords(
  user: User,
  limits: Pick<ProductSettings, 'messagesLimit' | 'windowHours'>,
): StandingWords {
  const { usagePeriodEnd, cancelAt = null } = user;
  const on = (label: string, iso: string | null) => ({ label, value: iso === null ? t`N/A` : formatDate(iso) });
  switch (standingOf(user)) {
    case 'none':
      return { note: isCounted(user) ? t`You’re on the free plan: ${freeMessages(limits)}.` : null, date: NO_DATE };
    case 'trial':
      return { note: null, date: on(t`Trial ends`, usagePeriodEnd) };
    case 'trial-ending':
      return {
        note: t`Canceled. You have Premium until ${formatDate(cancelAt ?? '')}, and won’t be charged.`,
        date: on(t`Trial ends`, cancelAt),
      };
    case 'renewing':
      return { note: null, date: on(t`Next billing`, usagePeriodEnd) };
    case 'ending':
      return {
        note: t`Canceled. You have Premium until ${formatDate(cancelAt ?? '')}, and won’t be charged again.`,
        date: on(t`Ends`, cancelAt),
      };
    case 'payment-failed':
      return { note: t`Payment failed. Update your card to get Premium back.`, date: NO_DATE };
    case 'paused':
      return { note: t`Your plan is paused. Resume it to get Premium back.`, date: NO_DATE };
    case 'unpaid-first':
      return { note: t`Your first payment didn’t go through. Choose a plan to try again.`, date: NO_DATE };
    case 'ended':
      return { note: t`Your plan has ended. You can subscribe again anytime.`, date: NO_DATE };
    case 'unknown':
      return { note: t`Premium is off. Check your subscription to see why.`, date: NO_DATE };
  }
}

/** What the portal's button says, for a user who has something to do there. */
export function remedyOf(user: User): string {
  switch (standingOf(user)) {
    case 'payment-failed':
      return t`Update your card`;
    case 'paused':
      return t`Resume your plan`;
    default:
      return t`Manage subscription`;
  }
}
