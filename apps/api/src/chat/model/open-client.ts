import type { Readable } from 'node:stream';
import OpenAI from 'openai';
import { createOutgoingClient, type Fetch } from '../../outgoing/outgoing-client.ts';
import { retryAfterIn } from './model-errors.ts';
import { wireErrorIn } from './wire-error.ts';

const OPENAI_URL = 'https://api.openai.com/v1';
/**
 * The longest that the SDK waits for a service before it retries; it would wait a minute. Until then people see nothing,
 * and no other model answers in its place.
 */
const MAX_WAIT_SECONDS = 3;

export interface ModelClient {
  sdk: OpenAI;
  /** The body of a successful POST as a stream. Can be taken once; the request's signal closes it. */
  bodyOf(response: Response): Readable;
  /** Sends requests to the same service that the SDK has no method for. */
  fetch: Fetch;
}

/** The SDK, extended to read every form of error. By itself it reads only `{error}`. */
class Sdk extends OpenAI {
  protected override makeStatusError(status: number, body: object, text: string | undefined, headers: Headers) {
    return super.makeStatusError(status, { error: wireErrorIn(body) }, text, headers);
  }
}

/**
 * Opens the SDK on our own HTTP client, ignoring environment variables. A successful POST resolves on its headers;
 * `bodyOf` returns the body. A null `baseUrl` means OpenAI itself.
 */
export function openClient(settings: {
  apiKey: string | null;
  baseUrl: string | null;
  connectMs: number;
  maxRetries: number;
}): ModelClient {
  const { apiKey, connectMs, maxRetries } = settings;
  const baseUrl = settings.baseUrl ?? OPENAI_URL;
  const outgoing = createOutgoingClient({ baseUrl, connectMs });
  const bodies = new WeakMap<Response, Readable>();

  async function fetchForSdk(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    if (init.method !== 'POST') return outgoing.fetch(input, init);
    const { response, body } = await outgoing.open(input instanceof Request ? input.url : input, init);
    if (body) bodies.set(response, body);
    else if ((retryAfterIn(response.headers) ?? 0) > MAX_WAIT_SECONDS) response.headers.set('x-should-retry', 'false');
    return response;
  }

  const sdk = new Sdk({
    apiKey: apiKey || 'none',
    baseURL: baseUrl,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    fetch: fetchForSdk,
    maxRetries,
  });
  return {
    sdk,
    fetch: outgoing.fetch,
    bodyOf(response) {
      const body = bodies.get(response);
      if (!body) throw new TypeError('This response has no body to stream.');
      return body;
    },
  };
}
