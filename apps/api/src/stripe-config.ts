import { isLoopback, PLANS, type PlanId } from '@parley/core';
import { isLiveKey, type BillingSettings, type CheckoutOptions } from './billing/billing-settings.ts';
import type { Settings } from './config.ts';

const PRICES = {
  weekly: 'STRIPE_PRICE_WEEKLY',
  monthly: 'STRIPE_PRICE_MONTHLY',
  yearly: 'STRIPE_PRICE_YEARLY',
} as const satisfies Record<PlanId, keyof Settings>;
const NAMES = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', ...PLANS.map(({ id }) => PRICES[id])] as const;

/** Selling plans, or null where nothing of it is set. What is wrong is added to `problems`, each with its fix. */
export function readStripe(set: Settings, problems: string[]): BillingSettings | null {
  const isSet = NAMES.filter((name) => set[name] !== undefined);
  if (isSet.length === 0 && set.STRIPE_API_BASE === undefined) return null;
  const given = isSet[0] ?? 'STRIPE_API_BASE';
  for (const name of NAMES) {
    if (set[name] !== undefined) continue;
    problems.push(`${name}: is missing, but ${given} is set; payments need all five settings of Stripe, or none`);
  }
  const secretKey = set.STRIPE_SECRET_KEY ?? '';
  check(
    secretKey,
    /^(sk|rk)_(test|live)_\w+$/,
    'STRIPE_SECRET_KEY: must be a secret key, which begins with sk_',
    problems,
  );
  const webhookSecret = set.STRIPE_WEBHOOK_SECRET ?? '';
  check(
    webhookSecret,
    /^whsec_\S+$/,
    'STRIPE_WEBHOOK_SECRET: must be that of the webhook, which begins with whsec_',
    problems,
  );
  const priceIds = { weekly: '', monthly: '', yearly: '' } satisfies Record<PlanId, string>;
  for (const { id } of PLANS) {
    priceIds[id] = set[PRICES[id]] ?? '';
    check(priceIds[id], /^price_\w+$/, `${PRICES[id]}: must be the id of a price, which begins with price_`, problems);
  }
  const all = Object.values(priceIds).filter(Boolean);
  if (new Set(all).size < all.length) problems.push('STRIPE_PRICE_WEEKLY, _MONTHLY, _YEARLY: must be three prices');
  return { secretKey, webhookSecret, priceIds, checkout: readCheckout(set), apiBase: readApiBase(set, problems) };
}

/** What Stripe's page asks and offers; for the stand-in as well. */
export function readCheckout(set: Settings): CheckoutOptions {
  return {
    automaticTax: set.STRIPE_AUTOMATIC_TAX,
    promotionCodes: set.STRIPE_PROMOTION_CODES,
    termsConsent: set.STRIPE_TERMS_CONSENT,
  };
}

/** One line for people: who takes payments, and how to have another. */
export function describeStripe(billing: BillingSettings | null): string {
  if (billing && billing.apiBase === null)
    return `Payments: Stripe, ${isLiveKey(billing) ? 'real money' : 'test mode'}`;
  return `Payments: ${billing ? 'sandbox' : 'none'} (set ${NAMES.join(', ')} for real ones)`;
}

function check(value: string, form: RegExp, problem: string, problems: string[]): void {
  if (value !== '' && !form.test(value)) problems.push(problem);
}

/** A stand-in that is asked instead of Stripe: what it says makes people premium, so it is on this machine and plays. */
function readApiBase({ STRIPE_API_BASE: base, STRIPE_SECRET_KEY: key }: Settings, problems: string[]): string | null {
  if (base === undefined) return null;
  if (!isLoopback(new URL(base).hostname) || !key?.startsWith('sk_test_')) {
    problems.push('STRIPE_API_BASE: is only for a stand-in on this machine, with a key that begins with sk_test_');
  }
  return base;
}
