import { isLoopback } from '@parley/core';
import { isLiveKey, type BillingSettings } from '../../billing/billing-settings.ts';
import { tryStripe, type TriedStripe } from '../../billing/stripe/try-stripe.ts';
import { error, ok, warning, type Check, type Result } from '../check.ts';
import { explainConnection } from '../explain-connection.ts';

const TIMEOUT_MS = 4_500;
const WEBHOOK_PATH = '/api/billing/webhook';

/** Reads the prices and the webhook from Stripe. `origins`: where Stripe could reach this server. */
export function stripeCheck(billing: BillingSettings | null, origins: string[]): Check {
  return {
    part: 'Stripe',
    async run(report) {
      if (billing === null) return report(ok('Nothing is sold: Stripe isn’t set up (set the five STRIPE_ settings).'));
      const webhookUrls = origins.map((origin) => origin + WEBHOOK_PATH);
      const tried = await tryStripe(billing, { webhookUrls, timeoutMs: TIMEOUT_MS });
      if (tried.isKeyRejected) return report(error('Stripe rejects the key.', 'Check STRIPE_SECRET_KEY.'));
      if (tried.failure) {
        return report(
          error(
            `Stripe can’t be asked: ${explainConnection(tried.failure)}.`,
            'Check that this machine can reach api.stripe.com, then run this again.',
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
      ? 'Correct the price of this plan in the file, or at Stripe.'
      : `Set ${setting} to the price of this plan, as README.md describes.`;
    if (problem) return [error(`${setting}: ${problem}.`, fix)];
    return failure ? [warning(`${setting} couldn’t be read: ${explainConnection(failure)}.`, 'Run this again.')] : [];
  });
  if (results.length > 0) return results;
  return [ok(`The key and all prices are right: ${isLive ? 'real money' : 'test mode'}.`)];
}

function ofWebhook(webhook: TriedStripe['webhook'], url: string): Result {
  if (webhook === 'unreadable') {
    return warning('The webhook couldn’t be read.', 'Let the key read webhook endpoints, or look for it at Stripe.');
  }
  if (webhook === null) {
    const isLocal = isLoopback(new URL(url).hostname);
    return isLocal
      ? warning('Stripe can’t reach this machine.', `Run \`stripe listen --forward-to ${url}\`.`)
      : error(`No webhook is registered for ${url}.`, 'Add it at Stripe, as README.md describes.');
  }
  if (!webhook.isEnabled) return error(`The webhook for ${url} is disabled.`, 'Enable it at Stripe.');
  if (webhook.missing.length === 0) return ok('The webhook is registered. Its signing secret can’t be compared.');
  return warning(
    `The webhook lacks ${webhook.missing.join(', ')}.`,
    'Add these events at Stripe; until then, some changes arrive a day late.',
  );
}
