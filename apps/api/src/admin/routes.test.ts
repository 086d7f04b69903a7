import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DoctorFinding, FiguresResponse } from '@parley/core';
import { buyerOf } from '../testing/buyer.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const ADMIN = 'boss@example.com';
const DAY_MS = 86_400_000;

/** A clock that stops before midnight: these tests count what happens on one day. */
const lastOfDay = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS - 1;
const now = () => Math.min(Date.now(), lastOfDay);

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await startTestServer({ adminEmails: [ADMIN], emailsVerifiedAtOnce: true, now });
  admin = await server.signUp(ADMIN);
});
afterAll(() => server.close());

const figures = async (query = '') =>
  (await server.call('GET', `/api/admin/figures${query}`, admin)).body as unknown as FiguresResponse;

describe('the admin figures', () => {
  it('lets only admins read the figures', async () => {
    expect((await server.call('GET', '/api/admin/figures')).status).toBe(401);
    const { status, body } = await server.call('GET', '/api/admin/figures', await server.signUp());
    expect([status, body]).toEqual([403, expect.objectContaining({ success: false, code: 'forbidden' })]);
  });

  it.each(['0', '91', '-1', '1.5', 'all'])('rejects a period of %s days', async (days) => {
    expect((await server.call('GET', `/api/admin/figures?days=${days}`, admin)).status).toBe(400);
  });

  it('includes every day, even those without activity', async () => {
    const { days } = await figures();
    expect(days).toHaveLength(30);
    expect(days.at(-1)?.date).toBe(new Date(now()).toISOString().slice(0, 10));
    expect(days[0]).toEqual({
      date: new Date(now() - 29 * DAY_MS).toISOString().slice(0, 10),
      newUsers: 0,
      messages: 0,
      replies: 0,
      failures: 0,
    });
  });

  it('counts users, messages and payments', async () => {
    const { stripe } = server.sandbox;
    const before = await figures('?days=1');
    const buyer = await buyerOf(server);
    const other = await buyerOf(server);
    await buyer.subscribe();
    const weekly = await other.subscribe(stripe.credentials.priceIds.weekly);
    for (const text of ['hello', 'hello', '[[500]]']) await (await server.send(buyer.token, { text })).all();
    const running = await server.send(buyer.token, { text: '[[stall]]' });
    await running.generationId();
    await expect.poll(other.plan).toEqual(['premium', 'active']);
    await expect.poll(buyer.plan).toEqual(['premium', 'active']);

    const after = await figures('?days=1');
    expect(after).toMatchObject({
      success: true,
      users: before.users + 2,
      runningReplies: 1,
      subscriptions: [{ status: 'active', count: 2 }],
      activeSubscriptions: 2,
      // $10 a month, and $5 a week in 52 weeks of 12 months.
      monthlyRevenue: [{ currency: 'usd', amount: 1000 + Math.round((500 * 52) / 12) }],
      duplicateSubscriptions: 0,
      failures: [{ code: expect.stringMatching(/^model-/), count: 1 }],
    });
    expect(after.days).toMatchObject([{ newUsers: before.users + 2, messages: 4, replies: 2, failures: 1 }]);
    await server.stop(buyer.token, running);

    stripe.setStatus(weekly, 'past_due');
    await expect.poll(other.plan).toEqual(['premium', 'past_due']);
    expect(await figures()).toMatchObject({
      activeSubscriptions: 1,
      monthlyRevenue: [{ currency: 'usd', amount: 1000 }],
    });
  });
});

describe('the check of the setup', () => {
  const FINDINGS: DoctorFinding[] = [{ part: 'Mail', level: 'error', message: 'It is down.', fix: 'Start it.' }];
  const examine = vi.fn<() => Promise<DoctorFinding[]>>(async () => FINDINGS);
  let checked: TestServer;
  beforeAll(async () => {
    checked = await startTestServer({ adminEmails: [ADMIN], emailsVerifiedAtOnce: true, examine });
  });
  afterAll(() => checked.close());

  it('the check of the setup runs for admins only', async () => {
    expect((await checked.call('POST', '/api/admin/doctor')).status).toBe(401);
    expect((await checked.call('POST', '/api/admin/doctor', await checked.signUp())).status).toBe(403);
    expect(examine).not.toHaveBeenCalled();
  });

  it('the check of the setup runs at most six times a minute', async () => {
    const token = await checked.signUp(ADMIN);
    const ask = () => checked.call('POST', '/api/admin/doctor', token);
    for (let times = 0; times < 6; times++) expect((await ask()).body).toEqual({ success: true, findings: FINDINGS });
    expect((await ask()).status).toBe(429);
    expect(examine).toHaveBeenCalledTimes(6);
  });
});
