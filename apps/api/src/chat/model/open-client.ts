import type { Readable } from 'node:stream';
import OpenAI from 'openai';
import { createOutgoingClient, type Fetch } from '../../outgoing/outgoing-client.ts';

const OPENAI_URL = 'https://api.openai.com/v1';

export interface ModelClient {
  sdk: OpenAI;
  /** The body of a successful POST, still arriving. To be taken once; the request's signal closes it. */
  bodyOf(response: Response): Readable;
  /** Asks the same service for what the SDK does not know. */
  fetch: Fetch;
}

/**
 * The SDK over our own HTTP client, with nothing read from the environment. A successful POST resolves with its head
 * alone; `bodyOf` has the body. `baseUrl` null is OpenAI's own.
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
    return response;
  }

  const sdk = new OpenAI({
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
