import { isCounted, standingOf, type ProductSettings, type SubscriptionResponse, type User, t } from '@parley/core';
import { formatDate } from '../text/format/format-date.ts';
import { freeMessages } from './free-messages.ts';

interface StandingWords {
  /** What is true, and what the user can do about it; null if nothing has to be said. */
  note: string | null;
  /** The next date of the subscription and what happens then. */
  date: { label: string; value: string };
  /** What is charged then, as far as it is known. */
  charge: Charge | null;
}

type Charge = NonNullable<SubscriptionResponse['next']>;
type Limits = Pick<ProductSettings, 'messagesLimit' | 'windowHours'>;

const NO_DATE = { label: t`Next billing`, value: t`N/A` };

/** Describes where a user's subscription stands. `next`: the next charge, as far as it is known. */
export function standingWords(user: User, limits: Limits, next: Charge | null = null): StandingWords {
  const { usagePeriodEnd, cancelAt = null } = user;
  const charge = cancelAt === null || (next && Date.parse(next.at) < Date.parse(cancelAt)) ? next : null;
  const on = (label: string, iso: string | null) => ({ label, value: iso === null ? t`N/A` : formatDate(iso) });
  const withoutDate = (note: string | null) => ({ note, date: NO_DATE, charge: null });
  switch (standingOf(user)) {
    case 'none':
      return withoutDate(isCounted(user) ? t`You’re on the free plan: ${freeMessages(limits)}.` : null);
    case 'trial':
      return { note: null, date: on(t`Trial ends`, usagePeriodEnd), charge };
    case 'trial-ending':
      return charge
        ? { note: chargedUntil(cancelAt), date: on(t`Trial ends`, usagePeriodEnd), charge }
        : {
            note: t`Canceled. You have Premium until ${formatDate(cancelAt ?? '')}, and won’t be charged.`,
            date: on(t`Trial ends`, cancelAt),
            charge,
          };
    case 'renewing':
      return { note: null, date: on(t`Next billing`, usagePeriodEnd), charge };
    case 'ending':
      return charge
        ? { note: chargedUntil(cancelAt), date: on(t`Next billing`, charge.at), charge }
        : {
            note: t`Canceled. You have Premium until ${formatDate(cancelAt ?? '')}, and won’t be charged again.`,
            date: on(t`Ends`, cancelAt),
            charge,
          };
    case 'payment-failed':
      return withoutDate(t`Payment failed. Update your card to get Premium back.`);
    case 'paused':
      return withoutDate(t`Your plan is paused. Resume it to get Premium back.`);
    case 'unpaid-first':
      return withoutDate(t`Your first payment didn’t go through. Choose a plan to try again.`);
    case 'ended':
      return withoutDate(t`Your plan has ended. You can subscribe again anytime.`);
    case 'unknown':
      return withoutDate(t`Premium is off. Check your subscription to see why.`);
  }
}

/** A subscription that was canceled for a later date than the end of its period is charged before it ends. */
function chargedUntil(cancelAt: string | null): string {
  return t`Canceled. You have Premium until ${formatDate(cancelAt ?? '')}, and will be charged until then.`;
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
