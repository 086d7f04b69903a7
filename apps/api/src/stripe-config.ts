import { isLoopback, PLANS, type PlanId } from '@parley/core';
import { isLiveKey, type BillingSettings, type CheckoutOptions } from './billing/billing-settings.ts';
import type { Settings } from './settings.ts';

const PRICES = {
  weekly: 'STRIPE_PRICE_WEEKLY',
  monthly: 'STRIPE_PRICE_MONTHLY',
  yearly: 'STRIPE_PRICE_YEARLY',
} as const satisfies Record<PlanId, keyof Settings>;
const NAMES = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', ...PLANS.map(({ id }) => PRICES[id])] as const;

/** Billing settings, or null when none is set. Adds each problem, with its fix, to `problems`. */
export function readStripe(set: Settings, problems: string[]): BillingSettings | null {
  const isSet = NAMES.filter((name) => set[name] !== undefined);
  if (isSet.length === 0 && set.STRIPE_API_BASE === undefined) return null;
  const given = isSet[0] ?? 'STRIPE_API_BASE';
  for (const name of NAMES) {
    if (set[name] !== undefined) continue;
    problems.push(`${name}: is missing, but ${given} is set; set all five Stripe settings, or none`);
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
  const priceIds = { weekly: '', monthly: '', yearly: '' } satisfies Record<PlanId, string>;
  for (const { id } of PLANS) {
    priceIds[id] = set[PRICES[id]] ?? '';
    check(priceIds[id], /^price_\w+$/, `${PRICES[id]}: must be a price ID, which starts with price_`, problems);
  }
  const all = Object.values(priceIds).filter(Boolean);
  if (new Set(all).size < all.length)
    problems.push('STRIPE_PRICE_WEEKLY, _MONTHLY, _YEARLY: must be three different prices');
  return { secretKey, webhookSecret, priceIds, checkout: readCheckout(set), apiBase: readApiBase(set, problems) };
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
export function describeStripe(billing: BillingSettings | null): string {
  if (billing && billing.apiBase === null)
    return `Payments: Stripe, ${isLiveKey(billing) ? 'real money' : 'test mode'}`;
  return `Payments: ${billing ? 'sandbox' : 'none'} (set ${NAMES.join(', ')} for real ones)`;
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
