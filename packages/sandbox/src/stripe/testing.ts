import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import type { Sandbox } from '../start.ts';

/** The official SDK, pointed at a sandbox. */
export function sdkFor({ urls, stripe }: Sandbox, key = stripe.credentials.secretKey): Stripe {
  const { hostname: host, port } = new URL(urls.stripe);
  return new Stripe(key, { host, port, protocol: 'http', maxNetworkRetries: 0, timeout: 5000, telemetry: false });
}

/** What the product heard: the event, or why it was not believed. */
export interface Heard {
  event: Stripe.Event | null;
  refusal: string | null;
  body: string;
}

/** A product that listens for events and answers with `status()`. */
export async function startListener(secret: string, status: () => number = () => 200) {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const signature = request.headers['stripe-signature'] ?? '';
      try {
        const event = Stripe.webhooks.constructEvent(body, signature, secret);
        heard.push({ event, refusal: null, body });
        response.writeHead(status());
      } catch (error) {
        heard.push({ event: null, refusal: (error as Error).message, body });
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
    heard,
    types: () => heard.map(({ event }) => event?.type ?? 'refused'),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
