import type { UsageRule } from './usage.ts';

/** What the operator gave to an account. Times are epoch milliseconds; each gift ends by itself. */
export interface Gifts {
  premiumUntil: number | null;
  /** More messages in each usage window until `extraMessagesUntil`. */
  extraMessages: number;
  extraMessagesUntil: number | null;
}

export function hasGivenPremium({ premiumUntil }: Pick<Gifts, 'premiumUntil'>, now: number): boolean {
  return premiumUntil !== null && premiumUntil > now;
}

/** How many more messages the account may send in a window now. */
export function extraMessagesAt({ extraMessages, extraMessagesUntil }: Gifts, now: number): number {
  return extraMessagesUntil !== null && extraMessagesUntil > now ? extraMessages : 0;
}

/** The rule with the account's allowance, of which a rule without a limit needs none. */
export function withGifts<Rule extends UsageRule>(rule: Rule, gifts: Gifts, now: number): Rule {
  return rule.limit === null ? rule : { ...rule, limit: rule.limit + extraMessagesAt(gifts, now) };
}
