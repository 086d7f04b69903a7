import { isLoopback, t } from '@parley/core';
import { isLiveKey, type BillingSettings } from '../../billing/billing-settings.ts';
import { openStripe } from '../../billing/stripe/stripe-client.ts';
import { tryStripe, type TriedStripe } from '../../billing/stripe/try-stripe.ts';
import { error, ok, warning, type Check, type Result } from '../check.ts';
import { explainConnection } from '../explain-connection.ts';

const TIMEOUT_MS = 4_500;
const WEBHOOK_PATH = '/api/billing/webhook';

/** Reads the prices and the webhook from Stripe. `origins`: where Stripe could reach this server. */
export function stripeCheck(billing: BillingSettings | null, origins: string[]): Check {
  // Opened here, because loading the SDK would take time from the other checks, which run at once.
  const stripe = billing && openStripe(billing, { timeout: TIMEOUT_MS, maxNetworkRetries: 0 });
  return {
    part: 'Stripe',
    async run(report) {
      if (billing === null || stripe === null)
        return report(ok(t`Nothing is sold: Stripe isn’t set up (set the five STRIPE_ settings).`));
      const webhookUrls = origins.map((origin) => origin + WEBHOOK_PATH);
      const tried = await tryStripe(stripe, billing, webhookUrls);
      if (tried.isKeyRejected) return report(error(t`Stripe rejects the key.`, t`Check STRIPE_SECRET_KEY.`));
      if (tried.failure) {
        return report(
          error(
            t`Stripe can’t be asked: ${explainConnection(tried.failure)}.`,
            billing.apiBase === null
              ? t`Check that this machine can reach api.stripe.com, then run this again.`
              : t`Check ${'STRIPE_API_BASE'}, and that the service runs.`,
          ),
        );
      }
      for (const result of ofPrices(tried, isLiveKey(billing), billing.ownPlans !== null)) report(result);
      report(ofWebhook(tried.webhook, webhookUrls[0] ?? WEBHOOK_PATH));
    },
  };
}

function ofPrices({ prices }: TriedStripe, isLive: boolean, isOwn: boolean): Result[] {
  const results = prices.flatMap(({ setting, problem, failure }) => {
    const fix = isOwn
      ? t`Correct the price of this plan in the file, or at Stripe.`
      : t`Set ${setting} to the price of this plan, as README.md describes.`;
    if (problem) return [error(`${setting}: ${problem}.`, fix)];
    return failure ? [warning(t`${setting} couldn’t be read: ${explainConnection(failure)}.`, t`Run this again.`)] : [];
  });
  if (results.length > 0) return results;
  return [
    ok(isLive ? t`The key and all prices are right: real money.` : t`The key and all prices are right: test mode.`),
  ];
}

function ofWebhook(webhook: TriedStripe['webhook'], url: string): Result {
  if (webhook === 'unreadable') {
    return warning(t`The webhook couldn’t be read.`, t`Let the key read webhook endpoints, or look for it at Stripe.`);
  }
  if (webhook === null) {
    const isLocal = isLoopback(new URL(url).hostname);
    return isLocal
      ? warning(t`Stripe can’t reach this machine.`, t`Run ${`\`stripe listen --forward-to ${url}\``}.`)
      : error(t`No webhook is registered for ${url}.`, t`Add it at Stripe, as README.md describes.`);
  }
  if (!webhook.isEnabled) return error(t`The webhook for ${url} is disabled.`, t`Enable it at Stripe.`);
  if (webhook.missing.length === 0) return ok(t`The webhook is registered. Its signing secret can’t be compared.`);
  return warning(
    t`The webhook lacks ${webhook.missing.join(', ')}.`,
    t`Add these events at Stripe; until then, some changes arrive a day late.`,
  );
}
