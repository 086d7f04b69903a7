import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { someRounds } from '../storage/contract/rounds.ts';
import { aUser } from '../storage/contract/samples.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const SEED = 20265;
const roundsOf = someRounds(process.env);

let server: TestServer;
let stripe: TestServer['sandbox']['stripe'];
beforeAll(async () => {
  server = await startTestServer();
  ({ stripe } = server.sandbox);
});
afterAll(() => server.close());

/** Creates a user with a subscription whose events have not been delivered. */
async function settle() {
  const { webhookUrl } = stripe.knobs();
  server.sandbox.reset();
  stripe.turn({ webhookUrl, drop: true });
  const user = aUser();
  await server.storage.users.create(user);
  const customerId = stripe.createCustomer(`${randomUUID()}@example.com`);
  await server.storage.billing.link({ customerId, userId: user.id, isLive: false });
  const seen = stripe.events().length;
  const { id: subscription } = stripe.subscribe(customerId, stripe.credentials.priceIds.monthly);
  const created = stripe
    .events()
    .slice(seen)
    .find(({ type }) => type === 'customer.subscription.created');
  return { userId: user.id, customerId, subscription, created: created?.id ?? '' };
}

/** Changes a subscription and returns the id of the event for that. */
function change(act: () => void): string {
  const seen = stripe.events().length;
  act();
  return stripe.events().slice(seen).at(-1)?.id ?? '';
}

async function stored(userId: string): Promise<unknown> {
  const user = await server.storage.users.findById(userId);
  return [user?.subscriptionTier, user?.subscriptionStatus, user?.subscriptionCancelAt !== null];
}

/** Resolves when every sync for this customer's events is done. */
async function lookedAt(customerId: string): Promise<void> {
  const due = () => server.storage.billing.listDue(false, Date.now(), 1000);
  await expect.poll(due, { interval: 2 }).not.toContain(customerId);
}

function permutations<T>(items: T[]): T[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

it('T27: any order of five events, each delivered twice, ends in Stripe’s state', async () => {
  const orders = permutations([0, 1, 2, 3, 4]);
  // Those of a fifth of the rounds are spread over all.
  const step = Math.round(orders.length / roundsOf(orders.length));
  for (const order of orders.filter((_order, index) => index % step === 0)) {
    const { userId, customerId, subscription, created } = await settle();
    const events = [
      created,
      change(() => stripe.cancel(subscription)),
      change(() => stripe.resume(subscription)),
      change(() => stripe.setStatus(subscription, 'unpaid')),
      change(() => stripe.cancel(subscription)),
    ];
    const sent = order.map((place) => events[place] ?? '');
    const deliveries = await stripe.replay([...sent, ...sent.toReversed()]);
    expect(deliveries.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    await lookedAt(customerId);
    expect(await stored(userId)).toEqual(['premium', 'unpaid', true]);
  }
});

it(`T27: events delivered twice and in between the changes end in Stripe’s state (seed ${SEED})`, async () => {
  const CHANGES = [
    (id: string) => stripe.cancel(id),
    (id: string) => stripe.resume(id),
    (id: string) => stripe.setStatus(id, 'past_due'),
    (id: string) => stripe.setStatus(id, 'active'),
    (id: string) => stripe.cancel(id),
  ];
  // For each event, the change after which each of its two copies arrives.
  const arrival = fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { minLength: 5, maxLength: 5 });
  const property = fc.asyncProperty(arrival, fc.boolean(), async (arrivals, endsAtOnce) => {
    const { userId, customerId, subscription } = await settle();
    const events: string[] = [];
    const sending: Promise<unknown>[] = [];
    for (const [now, act] of CHANGES.entries()) {
      events.push(change(() => act(subscription)));
      for (const [index, event] of events.entries()) {
        const copies = (arrivals[index] ?? []).filter((after) => Math.max(after, index) === now);
        for (const _copy of copies) sending.push(stripe.replay([event]));
      }
      await Promise.race([...sending, stripe.settled()]);
    }
    if (endsAtOnce) sending.push(stripe.replay([change(() => stripe.cancelNow(subscription))]));
    await Promise.all(sending);
    const expected = endsAtOnce ? ['free', 'canceled', false] : ['premium', 'active', true];
    await lookedAt(customerId);
    expect(await stored(userId)).toEqual(expected);
  });
  await fc.assert(property, { seed: SEED, numRuns: roundsOf(40) });
});
