import { DEFAULT_PLAN, PLANS, type PlanOnSale, type PremiumConfigResponse, t } from '@parley/core';
import { formatMoney } from '../text/format-money.ts';
import { LOCALE } from '../text/locale.ts';

/** A plan as people see it. */
export interface ShownPlan {
  id: string;
  label: string;
  /** Null while it cannot be bought. */
  price: { amount: string; per: string } | null;
  badge: { text: string; isSolid: boolean } | null;
  note: string;
  /** What else there is to know before buying: the trial and the caps. */
  details: string[];
  /** Shown for the selected plan. */
  pitch: string | null;
}

/** The plans that come with the product. */
export const PRODUCT_PLANS: ShownPlan[] = PLANS.map(({ id, label, dollars, per, badge, note, pitch }) => ({
  id,
  label,
  price: { amount: `$${dollars}`, per },
  badge: badge && { text: badge, isSolid: id === DEFAULT_PLAN },
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
      price: price && { amount: plainMoney(price.amount, price.currency), per: intervalOf(price) },
      badge: null,
      note: description,
      details: [
        ...(mayTry && trialDays > 0 && price ? [t`${count(trialDays, 'day')} free, then the price begins.`] : []),
        ...(capped === null ? [] : [t`Up to ${capped} a day.`]),
      ],
      pitch: null,
    };
  });
}

/** The caps as words, such as `200 messages and 20 pictures`; null without any. */
function capWords({ messages, pictures, dollars }: PlanOnSale['caps']): string | null {
  const words = [
    ...(messages === undefined ? [] : [count(messages, 'message')]),
    ...(pictures === undefined ? [] : [count(pictures, 'picture')]),
    ...(dollars === undefined ? [] : [t`$${dollars.toFixed(2)} of AI costs`]),
  ];
  if (words.length === 0) return null;
  return new Intl.ListFormat(LOCALE, { type: 'conjunction' }).format(words);
}

/** An amount without needless decimals: '€5', '€5.50', '¥1,500'. */
function plainMoney(amount: number, currency: string): string {
  return formatMoney(amount, currency).replace(/\.0+$/, '');
}

function intervalOf({ interval, intervalCount }: NonNullable<PlanOnSale['price']>): string {
  return intervalCount === 1 ? interval : `${intervalCount} ${interval}s`;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString(LOCALE)} ${noun}${number === 1 ? '' : 's'}`;
}
