import { DEFAULT_PLAN, PLANS, plural, type PlanOnSale, type PremiumConfigResponse, t } from '@parley/core';
import { formatMoney, formatPrice } from '../text/format/format-money.ts';
import { LOCALE } from '../text/format/locale.ts';

/** A plan as people see it. */
export interface ShownPlan {
  id: string;
  label: string;
  /** Null while it cannot be bought. */
  price: ShownPrice | null;
  badge: { text: string; isSolid: boolean } | null;
  note: string;
  /** What else there is to know before buying: the trial and the caps. */
  details: string[];
  /** Shown for the selected plan. */
  pitch: string | null;
}

export interface ShownPrice {
  /** `$5`. */
  amount: string;
  /** `per week`. */
  per: string;
}

type Period = Pick<NonNullable<PlanOnSale['price']>, 'interval' | 'intervalCount'>;

/** The plans that come with the product. */
export const PRODUCT_PLANS: ShownPlan[] = PLANS.map(({ id, label, dollars, per, badge, note, pitch }) => ({
  id,
  label,
  price: { amount: formatPrice(dollars * 100, 'usd'), per: perWords({ interval: per, intervalCount: 1 }) },
  badge: badge === null ? null : { text: badge, isSolid: id === DEFAULT_PLAN },
  note,
  details: [],
  pitch,
}));

/** The plans of a server. `mayTry`: whether a trial is still possible. */
export function shownPlans({ plans }: PremiumConfigResponse, mayTry: boolean): ShownPlan[] {
  if (!plans) return PRODUCT_PLANS;
  return plans.map(({ id, name, description, price, trialDays, caps }) => {
    const capped = capWords(caps);
    return {
      id,
      label: name,
      price: price && { amount: formatPrice(price.amount, price.currency), per: perWords(price) },
      badge: null,
      note: description,
      details: [
        ...(mayTry && trialDays > 0 && price ? [trialWords(trialDays)] : []),
        ...(capped === null ? [] : [t`Up to ${capped} a day.`]),
      ],
      pitch: null,
    };
  });
}

/** The caps as words, such as `200 messages and 20 pictures`; null without any. */
function capWords({ messages, pictures, dollars }: PlanOnSale['caps']): string | null {
  const words = [
    ...(messages === undefined
      ? []
      : [plural(messages)`${countWords(messages)} message|${countWords(messages)} messages`]),
    ...(pictures === undefined
      ? []
      : [plural(pictures)`${countWords(pictures)} picture|${countWords(pictures)} pictures`]),
    ...(dollars === undefined ? [] : [t`${formatMoney(dollars * 100, 'usd')} of AI costs`]),
  ];
  if (words.length === 0) return null;
  return new Intl.ListFormat(LOCALE, { type: 'conjunction' }).format(words);
}

function trialWords(days: number): string {
  return plural(
    days,
  )`${countWords(days)} day free, then the price begins.|${countWords(days)} days free, then the price begins.`;
}

/** How often a price is paid, such as `per week` and `per 3 months`. */
function perWords({ interval, intervalCount: count }: Period): string {
  if (count === 1) return { day: t`per day`, week: t`per week`, month: t`per month`, year: t`per year` }[interval];
  return {
    day: plural(count)`per ${count} day|per ${count} days`,
    week: plural(count)`per ${count} week|per ${count} weeks`,
    month: plural(count)`per ${count} month|per ${count} months`,
    year: plural(count)`per ${count} year|per ${count} years`,
  }[interval];
}

function countWords(count: number): string {
  return count.toLocaleString(LOCALE);
}
