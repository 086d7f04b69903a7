import { isLoopback, PLANS, type PlanId } from '@parley/core';
import { isLiveKey, pricesOf, type BillingSettings, type CheckoutOptions } from '../billing/billing-settings.ts';
import type { OwnPlan } from '../plans/plan-file.ts';
import type { Settings } from './settings.ts';

const PRICES = {
  weekly: 'STRIPE_PRICE_WEEKLY',
  monthly: 'STRIPE_PRICE_MONTHLY',
  yearly: 'STRIPE_PRICE_YEARLY',
} as const satisfies Record<PlanId, keyof Settings>;
const KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const PRICE_NAMES = PLANS.map(({ id }) => PRICES[id]);
const NAMES = [...KEYS, ...PRICE_NAMES] as const;

/**
 * Billing settings, or null when none is set. The prices are those of `ownPlans`, if there are any. Adds each problem,
 * with its fix, to `problems`.
 */
export function readStripe(set: Settings, ownPlans: OwnPlan[] | null, problems: string[]): BillingSettings | null {
  const names = ownPlans ? KEYS : NAMES;
  for (const name of ownPlans ? PRICE_NAMES : []) {
    if (set[name] !== undefined) problems.push(`${name}: is set, but PLANS names the prices; remove one of them`);
  }
  const isSet = names.filter((name) => set[name] !== undefined);
  if (isSet.length === 0 && set.STRIPE_API_BASE === undefined) return null;
  const given = isSet[0] ?? 'STRIPE_API_BASE';
  for (const name of names) {
    if (set[name] !== undefined) continue;
    const all = ownPlans ? 'both' : 'all five Stripe settings';
    problems.push(`${name}: is missing, but ${given} is set; set ${all}, or none`);
  }
  const secretKey = set.STRIPE_SECRET_KEY ?? '';
  check(
    secretKey,
    /^(sk|rk)_(test|live)_\w+$/,
    'STRIPE_SECRET_KEY: must be a secret key, which starts with sk_',
    problems,
  );
  const webhookSecret = set.STRIPE_WEBHOOK_SECRET ?? '';
  check(
    webhookSecret,
    /^whsec_\S+$/,
    'STRIPE_WEBHOOK_SECRET: must be the webhook’s signing secret, which starts with whsec_',
    problems,
  );
  const priceIds = ownPlans ? pricesOf(ownPlans) : readPriceIds(set, problems);
  const checkout = readCheckout(set);
  return { secretKey, webhookSecret, priceIds, ownPlans, checkout, apiBase: readApiBase(set, problems) };
}

function readPriceIds(set: Settings, problems: string[]): Record<PlanId, string> {
  const priceIds = { weekly: '', monthly: '', yearly: '' } satisfies Record<PlanId, string>;
  for (const { id } of PLANS) {
    priceIds[id] = set[PRICES[id]] ?? '';
    check(priceIds[id], /^price_\w+$/, `${PRICES[id]}: must be a price ID, which starts with price_`, problems);
  }
  const all = Object.values(priceIds).filter(Boolean);
  if (new Set(all).size < all.length)
    problems.push('STRIPE_PRICE_WEEKLY, _MONTHLY, _YEARLY: must be three different prices');
  return priceIds;
}

/** Options of Stripe's checkout page; used for the stand-in as well. */
export function readCheckout(set: Settings): CheckoutOptions {
  return {
    automaticTax: set.STRIPE_AUTOMATIC_TAX,
    promotionCodes: set.STRIPE_PROMOTION_CODES,
    termsConsent: set.STRIPE_TERMS_CONSENT,
  };
}

/** One line of start-up output: the payment provider in use, and how to choose another. */
export function describeStripe(billing: BillingSettings | null, ownPlans: OwnPlan[] | null): string {
  if (billing && billing.apiBase === null)
    return `Payments: Stripe, ${isLiveKey(billing) ? 'real money' : 'test mode'}`;
  return `Payments: ${billing ? 'sandbox' : 'none'} (set ${(ownPlans ? KEYS : NAMES).join(', ')} for real ones)`;
}

function check(value: string, form: RegExp, problem: string, problems: string[]): void {
  if (value !== '' && !form.test(value)) problems.push(problem);
}

/**
 * The URL of a stand-in for Stripe. Its answers make users premium, so it must be on this machine and use a test key.
 */
function readApiBase({ STRIPE_API_BASE: base, STRIPE_SECRET_KEY: key }: Settings, problems: string[]): string | null {
  if (base === undefined) return null;
  if (!isLoopback(new URL(base).hostname) || !key?.startsWith('sk_test_')) {
    problems.push('STRIPE_API_BASE: works only for a stand-in on this machine, with a key that starts with sk_test_');
  }
  return base;
}
