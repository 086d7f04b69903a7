import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAILED_PAGES } from '@parley/core';
import { buyerOf, type Buyer } from '../testing/buyer.ts';
import { mailTo, tokenIn } from '../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Calls Stripe about the buyer's customer, like the operator or the portal. */
async function atStripe(buyer: Buyer, changes?: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await fetch(`${server.sandbox.urls.stripe}/v1/customers/${await buyer.customer()}`, {
    method: changes ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${server.sandbox.stripe.credentials.secretKey}` },
    ...(changes && { body: new URLSearchParams(changes) }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}
const receiptsGoTo = async (buyer: Buyer) => (await atStripe(buyer)).email;

async function changeAddress(buyer: Buyer, email: string): Promise<void> {
  await server.call('POST', '/api/account/email', buyer.token, { email, password: 'tangerine' });
  const token = tokenIn(await mailTo(server, email, 'Confirm your new'), MAILED_PAGES.verify);
  const { body } = await server.call('POST', '/api/auth/verify', buyer.token, { token });
  expect(body).toEqual({ success: true, email });
}

it('a changed address reaches the customer at Stripe', async () => {
  const buyer = await buyerOf(server);
  await buyer.subscribe();
  await changeAddress(buyer, 'next@example.com');
  await expect.poll(() => receiptsGoTo(buyer)).toBe('next@example.com');
});

it('a change of the address succeeds while Stripe fails, and reaches it afterwards', async () => {
  const buyer = await buyerOf(server);
  await buyer.subscribe();
  server.sandbox.stripe.turn({ apiFailure: 'error', apiFailureTimes: 1 });
  await changeAddress(buyer, 'patient@example.com');
  await expect.poll(() => receiptsGoTo(buyer)).toBe('patient@example.com');
});

it.each<[string, (buyer: Buyer) => Promise<unknown>]>([
  ['portal', (buyer) => buyer.call('POST', 'create-portal-session')],
  ['checkout', (buyer) => buyer.checkout()],
])('an address that never reached Stripe is updated at the next %s', async (page, open) => {
  const buyer = await buyerOf(server);
  await buyer.checkout();
  const hash = (await server.storage.users.findById(buyer.id))?.passwordHash ?? null;
  expect(await server.storage.users.setEmail(buyer.id, `${page}@example.com`, hash)).toBe(true);
  await open(buyer);
  expect(await receiptsGoTo(buyer)).toBe(`${page}@example.com`);
});

it('an address that was entered at Stripe stays until that of the account changes', async () => {
  const buyer = await buyerOf(server);
  await buyer.subscribe();
  await atStripe(buyer, { email: 'bookkeeping@example.com' });
  await buyer.call('POST', 'create-portal-session');
  expect(await receiptsGoTo(buyer)).toBe('bookkeeping@example.com');
  await changeAddress(buyer, 'mine@example.com');
  await expect.poll(() => receiptsGoTo(buyer)).toBe('mine@example.com');
});

it('the customer of an account without an address gets the first one', async () => {
  const buyer = await buyerOf(server);
  await buyer.checkout();
  await atStripe(buyer, { email: '', 'metadata[accountEmail]': '' });
  expect(await receiptsGoTo(buyer)).toBeNull();
  await buyer.call('POST', 'create-portal-session');
  expect(await receiptsGoTo(buyer)).toBe((await buyer.user()).email);
});
