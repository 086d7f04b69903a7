import { expect } from 'vitest';
import type { User } from '@parley/core';
import type { TestServer } from './test-server.ts';

export type Buyer = Awaited<ReturnType<typeof buyerOf>>;

/** Signs up a user who can buy a plan at the sandbox's Stripe. */
export async function buyerOf(server: TestServer) {
  const token = await server.signUp();
  const stripe = server.sandbox.stripe;
  const call = (method: string, path: string, body?: unknown) =>
    server.call(method, `/api/billing/${path}`, token, body);
  const user = async () => (await server.call('GET', '/api/auth/me', token)).body.user as User;
  const { _id: id } = await user();
  const priceIds = stripe.credentials.priceIds;

  async function checkout(priceId: string = priceIds.monthly): Promise<string> {
    const { body } = await call('POST', 'create-premium-checkout-session', { priceId });
    expect(body).toEqual({ success: true, url: expect.any(String) });
    return sessionOf(body.url as string);
  }

  async function customer(): Promise<string> {
    const customers = await server.storage.billing.customersOf(id);
    return customers.find(({ isGone }) => !isGone)?.customerId ?? '';
  }

  return {
    id,
    token,
    call,
    user,
    customer,
    checkout,
    /** The subscription's tier and status. */
    async plan(): Promise<unknown[]> {
      const { subscriptionTier, subscriptionStatus } = await user();
      return [subscriptionTier, subscriptionStatus];
    },
    refresh: () => call('POST', 'refresh-subscription'),
    /** Checks out and pays. Returns the subscription's id once its events have been sent, or dropped. */
    async subscribe(priceId?: string): Promise<string> {
      expect(stripe.pay(await checkout(priceId))).toBe(true);
      await stripe.settled();
      return subscriptionsOf(server, await customer())[0] ?? '';
    },
  };
}

/** The ids of all subscriptions that a customer has had, according to Stripe's events. */
export function subscriptionsOf(server: TestServer, customerId: string): string[] {
  return server.sandbox.stripe
    .events()
    .filter(({ type, data }) => type === 'customer.subscription.created' && data.object.customer === customerId)
    .map(({ data }) => String(data.object.id));
}

/** The session id in a checkout page's URL. */
export function sessionOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? '';
}
