import { createRequire } from 'node:module';
import type Stripe from 'stripe';
import type { Logger } from 'pino';
import { AppError, t } from '@parley/core';
import { createOutgoingClient } from '../../outgoing/outgoing-client.ts';
import type { BillingSettings } from '../billing-settings.ts';

const TIMEOUT_MS = 10_000;
const RETRIES = 2;
/** Fits a list of a hundred subscriptions, which Stripe sends in full. */
const MAX_BYTES = 8 * 1024 * 1024;

const require = createRequire(import.meta.url);

/** Loads Stripe's SDK when it is first used: a server without payments starts without its 200 modules. */
const stripeSdk = () => require('stripe') as typeof Stripe;

/** The classes of Stripe's errors. */
export const stripeErrors = () => stripeSdk().errors;

/** `patience` replaces the usual timeout and retries. */
export function openStripe(
  { secretKey, apiBase }: Pick<BillingSettings, 'secretKey' | 'apiBase'>,
  patience = { timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES },
): Stripe {
  const { fetch } = createOutgoingClient({ baseUrl: apiBase ?? 'https://api.stripe.com', maxBytes: MAX_BYTES });
  const SDK = stripeSdk();
  const httpClient = SDK.createFetchHttpClient(fetch);
  const options = { ...patience, telemetry: false, httpClient };
  if (apiBase === null) return new SDK(secretKey, options);
  const { hostname, port, protocol } = new URL(apiBase);
  return new SDK(secretKey, {
    ...options,
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    protocol: protocol === 'https:' ? 'https' : 'http',
  });
}

/** Whether Stripe reports that the object does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof stripeErrors().StripeInvalidRequestError && error.code === 'resource_missing';
}

/** Whether Stripe rejected the request, so that a retry would fail as well. */
export function isRefusal(error: unknown): error is InstanceType<typeof Stripe.errors.StripeInvalidRequestError> {
  return error instanceof stripeErrors().StripeInvalidRequestError;
}

/** The loggable parts of a Stripe error; other errors are logged as they are. */
export function forLog(error: unknown): object {
  if (!(error instanceof stripeErrors().StripeError)) return { err: error };
  const { type, code, statusCode, requestId, message } = error;
  return { stripe: { type, code, statusCode, requestId, message } };
}

/** Awaits a call to Stripe. Logs Stripe's errors and throws `unavailable` with a sentence for the user instead. */
export async function fromStripe<T>(call: Promise<T>, logger: Logger, sentence?: string): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof stripeErrors().StripeError)) throw error;
    logger.error(forLog(error), 'Stripe did not do what it was asked');
    const message = sentence ?? t`We couldn’t reach the payment service. Please try again in a moment.`;
    throw new AppError('unavailable', { message, cause: error });
  }
}
