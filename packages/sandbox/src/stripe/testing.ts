import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type Stripe from 'stripe';
import type { Sandbox } from '../start.ts';

/** Options for an official SDK client of this sandbox, without retries. */
export function clientOptions({ urls }: Sandbox) {
  const { hostname: host, port } = new URL(urls.stripe);
  return {
    host,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 5000,
    telemetry: false,
  } satisfies Stripe.StripeConfig;
}

/** Submits a page's form like a person. */
export function press(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { accept: 'text/html' },
  });
}

/** A received webhook: its event, or the verification error. */
export interface ReceivedEvent {
  event: Stripe.Event | null;
  refusal: string | null;
  body: string;
}

/** Starts a webhook endpoint that verifies each event with the SDK and answers with `status()`. */
export async function startListener(webhooks: typeof Stripe.webhooks, status: () => number = () => 200) {
  const received: ReceivedEvent[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const signature = String(request.headers['stripe-signature'] ?? '');
      try {
        const event = webhooks.constructEvent(body, signature, 'whsec_sandbox');
        received.push({ event, refusal: null, body });
        response.writeHead(status());
      } catch (error) {
        received.push({ event: null, refusal: (error as Error).message, body });
        response.writeHead(400);
      }
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    types: () => received.map(({ event }) => event?.type ?? 'refused'),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
