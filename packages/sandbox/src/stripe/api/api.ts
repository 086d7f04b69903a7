import type { Exchange } from '../../server/exchange.ts';
import { ApiError, invalid } from './api-error.ts';
import type { Call } from './calls/call.ts';
import { CHECKOUT_CALLS } from './calls/checkout-calls.ts';
import { CUSTOMER_CALLS } from './calls/customer-calls.ts';
import { PAYMENT_CALLS } from './calls/payment-calls.ts';
import { PRICE_CALLS } from './calls/price-calls.ts';
import { PORTAL_CALLS } from './calls/portal-calls.ts';
import { RECORD_CALLS } from './calls/record-calls.ts';
import { SUBSCRIPTION_CALLS } from './calls/subscription-calls.ts';
import { WEBHOOK_CALLS } from './calls/webhook-calls.ts';
import { expireOverdue } from '../billing/checkout.ts';
import type { Idempotency } from './idempotency.ts';
import { API_VERSION } from '../records/ledger.ts';
import { newId } from '../records/new-id.ts';
import { parseParams, type Params } from './params.ts';
import type { Service } from '../service.ts';

const CALLS: Call[] = [
  ...CUSTOMER_CALLS,
  ...PRICE_CALLS,
  ...CHECKOUT_CALLS,
  ...PORTAL_CALLS,
  ...SUBSCRIPTION_CALLS,
  ...RECORD_CALLS,
  ...PAYMENT_CALLS,
  ...WEBHOOK_CALLS,
];

interface ApiOptions {
  service: Service;
  secretKey: string;
  idempotency: Idempotency;
  now: () => number;
}

interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

/** Handles a call to `/v1/…`, from checking the bearer key to the answer's request id. */
export function createApi({ service, secretKey, idempotency, now }: ApiOptions) {
  return async function handle(exchange: Exchange): Promise<void> {
    const requestId = newId('req', 14);
    const body = (await exchange.body())?.toString('utf8') ?? '';
    const failure = takeFailure(service);
    if (failure === 'stall') return;
    if (failure === 'hang-up') return void exchange.response.destroy();
    const { status, body: answer, headers } = answerTo(exchange, body, requestId, failure);
    if (failure === 'lose-answer') return void exchange.response.destroy();
    exchange.send(status, 'application/json', answer, {
      'request-id': requestId,
      'stripe-version': API_VERSION,
      ...headers,
    });
  };

  function answerTo(exchange: Exchange, body: string, requestId: string, failure: string): Answer {
    try {
      if (failure === 'error') {
        throw new ApiError('An unknown error occurred', { status: 500, type: 'api_error' });
      }
      if (failure === 'rate-limit') {
        throw new ApiError('Request rate limit exceeded.', {
          status: 429,
          type: 'rate_limit_error',
          code: 'rate_limit',
        });
      }
      checkKey(exchange.bearer(), secretKey);
      checkVersion(exchange.request.headers['stripe-version']);
      return work(exchange, body, requestId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { status: error.fields.status, body: JSON.stringify(error.toBody(requestId)) };
    }
  }

  function work(exchange: Exchange, body: string, requestId: string): Answer {
    const { method, path } = exchange;
    const key = method === 'POST' ? exchange.request.headers['idempotency-key'] : undefined;
    const asked = `${method} ${path} ${body}`;
    const kept = typeof key === 'string' ? idempotency.find(key, asked, now()) : null;
    if (kept) return { ...kept, headers: { 'idempotency-key': String(key), 'idempotent-replayed': 'true' } };
    const params = paramsOf(exchange, body);
    const call = CALLS.find((one) => one.method === method && one.path.test(path));
    if (!call) {
      throw new ApiError(`Unrecognized request URL (${method}: ${path}).`, {
        status: 404,
        type: 'invalid_request_error',
      });
    }
    const { ledger } = service;
    ledger.request = { id: requestId, idempotency_key: typeof key === 'string' ? key : null };
    try {
      expireOverdue(ledger);
      const answer = {
        status: 200,
        body: JSON.stringify(call.answer(service, params, call.path.exec(path)?.[1] ?? '')),
      };
      if (typeof key !== 'string') return answer;
      idempotency.keep(key, { asked, ...answer }, now());
      return { ...answer, headers: { 'idempotency-key': key } };
    } finally {
      ledger.request = { id: null, idempotency_key: null };
    }
  }
}

function takeFailure({ knobs }: Service) {
  const { apiFailure, apiFailureTimes } = knobs;
  if (apiFailure === 'none' || apiFailureTimes === null) return apiFailure;
  if (apiFailureTimes === 1) Object.assign(knobs, { apiFailure: 'none', apiFailureTimes: null });
  else knobs.apiFailureTimes = apiFailureTimes - 1;
  return apiFailure;
}

function checkKey(bearer: string | null, secretKey: string): void {
  if (bearer === secretKey) return;
  const message =
    bearer === null
      ? 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
      : `Invalid API Key provided: ${bearer.slice(0, 8)}${'*'.repeat(8)}${bearer.slice(-4)}`;
  throw new ApiError(message, { status: 401, type: 'invalid_request_error' });
}

function checkVersion(version: string | string[] | undefined): void {
  if (version !== undefined && version !== API_VERSION) {
    throw invalid(`Invalid Stripe API version: ${String(version)}. This stand-in speaks ${API_VERSION} alone.`);
  }
}

function paramsOf({ method, query, request }: Exchange, body: string): Params {
  const type = request.headers['content-type'] ?? '';
  if (method === 'POST' && body !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
    throw invalid('Invalid request: check that your POST content type is application/x-www-form-urlencoded.');
  }
  return { ...parseParams(query.toString()), ...parseParams(body) };
}
