import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PersonAct } from '@parley/core';
import { buyerOf } from '../../testing/buyer.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { staffOf } from './testing.ts';

const OWNER = 'boss@example.com';

let server: TestServer;
let boss: ReturnType<typeof staffOf>;
beforeAll(async () => {
  server = await startTestServer({ adminEmails: [OWNER], emailsVerifiedAtOnce: true });
  boss = staffOf(server, await server.signUp(OWNER));
});
afterAll(() => server.close());

async function aPayer() {
  const buyer = await buyerOf(server);
  await buyer.subscribe();
  await expect.poll(buyer.plan).toEqual(['premium', 'active']);
  const { email } = await buyer.user();
  const person = await boss.find(email);
  return { buyer, email, person, invoiceId: person.billing?.payments?.[0]?.invoiceId ?? '' };
}
const refunds = () => server.sandbox.stripe.events().filter(({ type }) => type === 'refund.created').length;
const lastLine = async () => (await boss.audit()).lines[0];

it('shows payments with links to Stripe’s dashboard, of the test account here', async () => {
  const { buyer, person } = await aPayer();
  expect(person.billing).toEqual({
    customerUrl: `https://dashboard.stripe.com/test/customers/${await buyer.customer()}`,
    canCancel: true,
    payments: [
      {
        invoiceId: expect.stringMatching(/^in_/),
        at: expect.any(String),
        amount: 1000,
        currency: 'usd',
        url: expect.stringMatching(/^https:\/\/dashboard\.stripe\.com\/test\/invoices\/in_/),
        refundable: true,
        refunded: false,
      },
    ],
  });
});

it('refunds a payment once, however often and by however many it is pressed', async () => {
  const { email, person, invoiceId } = await aPayer();
  const before = refunds();
  const request = { id: randomUUID(), seen: person.acts, act: { type: 'refund', invoiceId } satisfies PersonAct };
  expect((await boss.press(person.user._id, request)).status).toBe(200);
  expect((await boss.press(person.user._id, request)).status).toBe(200);
  expect((await boss.find(email)).billing?.payments).toMatchObject([{ refundable: false, refunded: true }]);
  // Within a day, Stripe repeats its answer; later it refuses.
  expect((await boss.act(email, request.act)).status).toBe(200);
  expect(refunds()).toBe(before + 1);
});

it('a refund whose answer is lost happens once', async () => {
  const { email, invoiceId } = await aPayer();
  const before = refunds();
  const person = await boss.find(email);
  server.sandbox.stripe.turn({ apiFailure: 'lose-answer', apiFailureTimes: 3 });
  const act = { type: 'refund', invoiceId } satisfies PersonAct;
  const answer = await boss.press(person.user._id, { id: randomUUID(), seen: person.acts, act });
  server.sandbox.stripe.turn({ apiFailure: 'none', apiFailureTimes: null });
  if (answer.status !== 200) expect((await boss.act(email, act)).status).toBe(200);
  expect(refunds()).toBe(before + 1);
});

it('says that Stripe cannot be reached, in the list as well, and refunds nothing', async () => {
  const { email, person, invoiceId } = await aPayer();
  const before = refunds();
  server.sandbox.stripe.turn({ apiFailure: 'error', apiFailureTimes: null });
  const act = { type: 'refund', invoiceId } satisfies PersonAct;
  const answer = await boss.press(person.user._id, { id: randomUUID(), seen: person.acts, act });
  const reason = 'We couldn’t reach the payment service. Please try again in a moment.';
  expect(answer).toMatchObject({ status: 503, body: { message: reason } });
  expect((await boss.find(email)).billing).toMatchObject({ payments: null, canCancel: false });
  server.sandbox.stripe.turn({ apiFailure: 'none', apiFailureTimes: null });
  expect(await lastLine()).toMatchObject({ action: 'refund', outcome: 'failed', details: { invoiceId, reason } });
  expect(refunds()).toBe(before);
  expect((await boss.act(email, act)).status).toBe(200);
  expect(refunds()).toBe(before + 1);
});

it('shows an account without its payments while Stripe is slow', async () => {
  const { email } = await aPayer();
  server.sandbox.stripe.turn({ apiFailure: 'stall', apiFailureTimes: null });
  const began = performance.now();
  const { billing } = await boss.find(email);
  server.sandbox.stripe.turn({ apiFailure: 'none', apiFailureTimes: null });
  expect(billing).toMatchObject({ payments: null, canCancel: false });
  expect(performance.now() - began).toBeLessThan(20_000);
});

it('refuses to refund another customer’s payment, or an unknown one', async () => {
  const [one, other] = [await aPayer(), await aPayer()];
  const before = refunds();
  for (const invoiceId of [other.invoiceId, 'in_unknown']) {
    expect((await boss.act(one.email, { type: 'refund', invoiceId })).status).toBe(409);
  }
  expect(refunds()).toBe(before);
});

it('cancels at the end of what is paid', async () => {
  const { buyer, email } = await aPayer();
  const { status, body } = await boss.act(email, { type: 'cancel' });
  expect([status, body.person]).toEqual([200, expect.objectContaining({ user: expect.anything() })]);
  expect((await boss.find(email)).billing).toMatchObject({ canCancel: false });
  expect(await buyer.user()).toMatchObject({ subscriptionStatus: 'active', cancelAt: expect.any(String) });
});

it('cancels at once when the last period is not paid, so that nothing is charged any more', async () => {
  const { buyer, email } = await aPayer();
  server.sandbox.stripe.failRenewal(await buyer.customer());
  await expect.poll(buyer.plan).toEqual(['premium', 'past_due']);
  expect((await boss.act(email, { type: 'cancel' })).status).toBe(200);
  await expect.poll(buyer.plan).toEqual(['free', 'canceled']);
  expect((await boss.find(email)).billing).toMatchObject({ canCancel: false });
});
