import { describe, expect, it } from 'vitest';
import { type ConfigError, readConfig } from './config.ts';
import { describeStripe } from './stripe-config.ts';

const ALL = {
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  STRIPE_PRICE_WEEKLY: 'price_w',
  STRIPE_PRICE_MONTHLY: 'price_m',
  STRIPE_PRICE_YEARLY: 'price_y',
};

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment, '/srv/parley');
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

describe('Stripe settings', () => {
  it('allows the Stripe settings to be left out, even in production', () => {
    expect(readConfig({}, '/').billing).toBeNull();
    const production = {
      NODE_ENV: 'production',
      JWT_SECRET: 'a secret for tests that has enough bytes',
      PUBLIC_URL: 'https://chat.example.com',
      SANDBOX: '1',
    };
    expect(readConfig(production, '/').billing).toBeNull();
    expect(describeStripe(null, null)).toMatch(
      /^Payments: none \(set STRIPE_SECRET_KEY, .*STRIPE_PRICE_YEARLY for real/,
    );
  });

  it.each([
    ['sk_test_abc', 'Payments: Stripe, test mode'],
    ['rk_test_abc', 'Payments: Stripe, test mode'],
    ['sk_live_abc', 'Payments: Stripe, real money'],
  ])('selects the real Stripe when all five settings are set: %s', (secretKey, line) => {
    const { billing } = readConfig({ ...ALL, STRIPE_SECRET_KEY: secretKey }, '/');
    expect(billing).toEqual({
      secretKey,
      webhookSecret: 'whsec_abc',
      priceIds: { weekly: 'price_w', monthly: 'price_m', yearly: 'price_y' },
      ownPlans: null,
      checkout: { automaticTax: false, promotionCodes: false, termsConsent: false },
      apiBase: null,
    });
    expect(describeStripe(billing, null)).toBe(line);
  });

  it('configures the checkout page, for the stand-in as well', () => {
    const set = { STRIPE_AUTOMATIC_TAX: '1', STRIPE_PROMOTION_CODES: 'true', STRIPE_TERMS_CONSENT: '1' };
    const checkout = { automaticTax: true, promotionCodes: true, termsConsent: true };
    expect(readConfig({ ...ALL, ...set }, '/').billing?.checkout).toEqual(checkout);
    expect(readConfig(set, '/')).toMatchObject({ billing: null, checkout });
    expect(problemsOf({ STRIPE_AUTOMATIC_TAX: 'yes' })).toEqual(['STRIPE_AUTOMATIC_TAX: must be 0 or 1']);
  });

  it.each(Object.keys(ALL))('stops the start without %s', (name) => {
    expect(problemsOf(Object.fromEntries(Object.entries(ALL).filter(([key]) => key !== name)))).toEqual([
      expect.stringMatching(`^${name}: is missing`),
    ]);
  });

  it.each([
    [{ STRIPE_SECRET_KEY: 'pk_test_abc' }, 'STRIPE_SECRET_KEY: must be a secret key, which starts with sk_'],
    [
      { STRIPE_WEBHOOK_SECRET: 'abc' },
      'STRIPE_WEBHOOK_SECRET: must be the webhook’s signing secret, which starts with whsec_',
    ],
    [{ STRIPE_PRICE_WEEKLY: '5' }, 'STRIPE_PRICE_WEEKLY: must be a price ID, which starts with price_'],
    [{ STRIPE_PRICE_MONTHLY: 'prod_1' }, 'STRIPE_PRICE_MONTHLY: must be a price ID, which starts with price_'],
    [{ STRIPE_PRICE_YEARLY: 'price_m' }, 'STRIPE_PRICE_WEEKLY, _MONTHLY, _YEARLY: must be three different prices'],
  ])('rejects %j with a fix', (bad, problem) => {
    expect(problemsOf({ ...ALL, ...bad })).toEqual([problem]);
  });

  it.each([
    ['http://127.0.0.1:4000', 'sk_test_abc', true],
    ['http://localhost:4000', 'sk_test_abc', true],
    ['http://[::1]:4000', 'sk_test_abc', true],
    ['http://127.0.0.1:4000', 'sk_live_abc', false],
    ['https://stripe.example.com', 'sk_test_abc', false],
    ['http://127.0.0.1.example.com', 'sk_test_abc', false],
    ['http://0x7f.1.example.com', 'sk_test_abc', false],
  ])('accepts a stand-in at %s with %s: %s', (STRIPE_API_BASE, STRIPE_SECRET_KEY, isFine) => {
    const problems = problemsOf({ ...ALL, STRIPE_API_BASE, STRIPE_SECRET_KEY });
    expect(problems).toEqual(isFine ? [] : [expect.stringMatching(/^STRIPE_API_BASE: works only for a stand-in/)]);
  });
});
