import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Gifts, Person, PersonAct } from '@parley/core';
import { PASSWORD } from '../../api-keys/testing.ts';
import { openStorage } from '../../storage/open-storage.ts';
import type { AuditRecord, BrandRecord } from '../../storage/storage.ts';
import { mailTo } from '../../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { staffOf } from './testing.ts';

const [OWNER, OTHER, SUPPORT, HELPER] = ['boss@example.com', 'co@example.com', 'sue@example.com', 'hal@example.com'];
const DAY = 86_400_000;

let server: TestServer;
let now = Date.now();
/** What the store does instead of writing a line, blocking a user and giving something. */
let instead: Partial<Record<'add' | 'setBlocked' | 'give', () => Promise<never>>> = {};
/** What the store waits for before it stores a changed product. */
let beforeSave = () => Promise.resolve();
let boss: ReturnType<typeof staffOf>;
let support: ReturnType<typeof staffOf>;
let tokens: Record<string, string>;
beforeAll(async () => {
  const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const { audits, brand, users } = storage;
  const broken = {
    ...storage,
    audits: { ...audits, add: (line: AuditRecord) => instead.add?.() ?? audits.add(line) },
    brand: { ...brand, save: (record: BrandRecord) => beforeSave().then(() => brand.save(record)) },
    users: {
      ...users,
      setBlocked: (id: string, at: number | null) => instead.setBlocked?.() ?? users.setBlocked(id, at),
      give: (id: string, gifts: Partial<Gifts>) => instead.give?.() ?? users.give(id, gifts),
    },
  };
  server = await startTestServer({
    storage: broken,
    adminEmails: [OWNER, OTHER],
    adminSupportEmails: [SUPPORT, HELPER],
    emailsVerifiedAtOnce: true,
    usageRule: { limit: 1, windowLength: DAY / 2 },
    // Lines of the audit list are in the order of their times.
    now: () => ++now,
  });
  const all = [OWNER, OTHER, SUPPORT, HELPER].map(async (email) => [email, await server.signUp(email)] as const);
  tokens = Object.fromEntries(await Promise.all(all));
  boss = staffOf(server, tokens[OWNER] ?? '');
  support = staffOf(server, tokens[SUPPORT] ?? '');
});
afterAll(() => server.close());
afterEach(() => {
  instead = {};
  beforeSave = () => Promise.resolve();
});

async function someone() {
  const email = `${randomUUID()}@example.com`;
  const token = await server.signUp(email);
  const { user, acts } = await boss.find(email);
  return { email, token, id: user._id, acts };
}
const usage = async (token: string) => (await server.call('GET', '/api/chat/usage', token)).body;
const linesOf = async (email: string) => (await boss.audit()).lines.filter(({ person }) => person === email);

describe('finding an account', () => {
  it('an account is shown with its plan, use, cost, sessions and errors, and no word of a conversation', async () => {
    const { email, token } = await someone();
    await (await server.send(token, { text: 'my secret [[500]]' })).all();
    const person = await boss.find(` ${email.toUpperCase()} `);
    expect(person).toMatchObject({
      user: { email, subscriptionTier: 'free' },
      role: null,
      blockedAt: null,
      sessions: [{ device: expect.any(String) }],
      failures: [{ mode: 'normal', code: 'model-failed' }],
      cost: { requests: expect.any(Number) },
      acts: 0,
    });
    expect(JSON.stringify(person)).not.toContain('secret');
  });

  it('an unknown address is named as such, and support sees no money', async () => {
    const { email } = await someone();
    const answer = await server.call('POST', '/api/admin/people/find', tokens[OWNER], { email: 'nobody@example.com' });
    expect(answer).toMatchObject({ status: 404, body: { message: 'No account has this address.' } });
    expect(await support.find(email)).toMatchObject({ cost: null, billing: null });
  });

  it.each([{}, { email: 7 }, { email: '' }, { email: 'x'.repeat(400) }])('rejects %j', async (body) => {
    expect((await server.call('POST', '/api/admin/people/find', tokens[OWNER], body)).status).toBe(400);
  });
});

describe('gifts', () => {
  it('given Premium lifts the limit, is shown, and ends by itself', async () => {
    const { email, token } = await someone();
    await (await server.send(token, { text: 'one' })).all();
    expect(await usage(token)).toMatchObject({ isLimitReached: true });
    expect((await boss.act(email, { type: 'give-premium', days: 7 })).status).toBe(200);
    expect(await usage(token)).toMatchObject({ isLimitReached: false });
    expect((await server.send(token, { text: 'two' })).status).toBe(200);
    const until = new Date(Date.parse((await linesOf(email))[0]?.at ?? '') + 7 * DAY).toISOString();
    const me = await server.call('GET', '/api/auth/me', token);
    expect(me.body.user).toMatchObject({ premiumUntil: until, subscriptionTier: 'free' });
    expect(await boss.find(email)).toMatchObject({ premiumUntil: until, acts: 1 });

    const before = now;
    now += 7 * DAY;
    expect((await server.call('GET', '/api/auth/me', token)).body.user).not.toHaveProperty('premiumUntil');
    await (await server.send(token, { text: 'three' })).all();
    expect((await server.send(token, { text: 'four' })).error).toMatchObject({ code: 'usage-limit-reached' });
    now = before;
  });

  it('an allowance adds messages to each window until it ends or is taken back', async () => {
    const { email, token } = await someone();
    await boss.act(email, { type: 'give-messages', messages: 2, days: 30 });
    expect(await usage(token)).toMatchObject({ messagesLimit: 3 });
    for (const text of ['one', 'two', 'three']) expect((await server.send(token, { text })).status).toBe(200);
    expect((await server.send(token, { text: 'four' })).error).toMatchObject({ code: 'usage-limit-reached' });
    const { body } = await boss.act(email, { type: 'end-gifts' });
    expect((body.person as Person).extraMessages).toBeNull();
    expect(await usage(token)).toMatchObject({ messagesLimit: 1 });
  });

  const days = 'Give from 1 to 366 days.';
  const messages = 'Give from 1 to 10,000 messages.';
  it.each([
    [{ type: 'give-premium', days: 0 }, days],
    [{ type: 'give-premium', days: 1e9 }, days],
    [{ type: 'give-premium', days: 1.5 }, days],
    [{ type: 'give-messages', messages: -1, days: 7 }, messages],
    [{ type: 'give-messages', messages: 1e12, days: 7 }, messages],
    [{ type: 'give-messages', messages: 5 }, days],
    [{ type: 'crown' }, /./],
  ])('rejects %j', async (act, message) => {
    const { id, email } = await someone();
    const { status, body } = await boss.press(id, { id: randomUUID(), seen: 0, act });
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
    expect(await boss.find(email)).toMatchObject({ acts: 0 });
  });
});

describe('blocking', () => {
  it('blocking ends every session at once, is explained at sign-in, and can be undone', async () => {
    const { email, token, id } = await someone();
    const made = await server.call('POST', '/api/account/api-keys', token, {
      name: 'Editor',
      scopes: ['chat'],
      expiresInDays: null,
      password: PASSWORD,
    });
    const secret = made.body.secret as string;
    const events = await fetch(`${server.url}/api/events`, { headers: { Authorization: `Bearer ${token}` } });
    const running = await server.send(token, { text: '[[stall]]' });
    await running.generationId();

    expect((await support.act(email, { type: 'block' })).status).toBe(200);
    for (const [path, key] of [
      ['/api/auth/me', token],
      ['/api/chat', token],
      ['/api/events', token],
      ['/api/admin/figures', token],
      ['/api/chat/usage', secret],
      ['/v1/models', secret],
    ] as const) {
      expect([path, (await server.call('GET', path, key)).status]).toEqual([path, 401]);
    }
    await running.all();
    expect(await server.storage.replies.listActive(id)).toEqual([]);
    // Ends when the server closes the stream.
    await events.text();
    const login = await server.call('POST', '/api/auth/login', undefined, { email, password: PASSWORD });
    expect(login).toMatchObject({ status: 403, body: { message: expect.stringContaining('This account is blocked') } });
    const wrong = await server.call('POST', '/api/auth/login', undefined, { email, password: 'mandarine' });
    expect(wrong.status).toBe(401);

    expect((await support.act(email, { type: 'unblock' })).status).toBe(200);
    expect((await server.call('GET', '/api/auth/me', token)).status).toBe(200);
    expect((await server.call('GET', '/api/chat/usage', secret)).status).toBe(200);
  });

  it('blocking takes effect in every process from the next request on', async () => {
    const storage = { ...server.storage, async close() {} };
    const other = await startTestServer({ storage, sandbox: server.sandbox, now: () => ++now });
    const { email, token } = await someone();
    expect((await support.act(email, { type: 'block' })).status).toBe(200);
    for (const { call } of [server, other]) expect((await call('GET', '/api/auth/me', token)).status).toBe(401);
    expect(await linesOf(email)).toMatchObject([{ action: 'block', outcome: 'done' }]);
    await other.close();
  });

  it('signing out ends the sessions and keeps the account', async () => {
    const { email, token } = await someone();
    expect((await support.act(email, { type: 'sign-out' })).status).toBe(200);
    expect((await server.call('GET', '/api/auth/me', token)).status).toBe(401);
    expect((await server.call('POST', '/api/auth/login', undefined, { email, password: PASSWORD })).status).toBe(200);
  });
});

describe('the audit list', () => {
  it('the audit list has each act with its actor, account and time, newest first, in pages', async () => {
    const { email } = await someone();
    for (let times = 0; times < 60; times++) {
      await boss.act(email, { type: 'give-premium', days: 1 + times });
    }
    const first = await boss.audit();
    expect(first.lines).toHaveLength(50);
    expect(first.lines[0]).toMatchObject({ actor: OWNER, person: email, outcome: 'done', details: { days: 60 } });
    const second = await boss.audit(first.nextBefore ?? '');
    expect(second.lines.find(({ person }) => person === email)).toMatchObject({ details: { days: 10 } });
    expect((await server.call('GET', '/api/admin/audit?before=x', tokens[OWNER])).status).toBe(400);
  });

  it('the audit list has what owners change elsewhere at /admin, with the outcome', async () => {
    await server.call('DELETE', '/api/admin/reports/unknown', tokens[OWNER]);
    const details = { method: 'DELETE', path: '/reports/unknown' };
    const failed = { actor: OWNER, action: 'change', details, person: null, outcome: 'failed' };
    expect((await boss.audit()).lines[0]).toMatchObject(failed);
    await server.call('POST', '/api/admin/doctor', tokens[OWNER]);
    expect((await boss.audit()).lines[0]).toMatchObject({ details: { path: '/doctor' }, outcome: 'done' });
    expect((await server.call('GET', '/api/admin/figures', tokens[OWNER])).status).toBe(200);
    expect((await boss.audit()).lines[0]).toMatchObject({ details: { path: '/doctor' } });
  });

  it('the audit list has the outcome of a change whose owner left before the answer', async () => {
    const [begun, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    beforeSave = () => {
      begun.resolve();
      return left.promise;
    };
    const leaving = new AbortController();
    const asked = fetch(`${server.url}/api/admin/brand`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${tokens[OWNER]}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ changes: {}, revision: 0 }),
      signal: leaving.signal,
    });
    await begun.promise;
    leaving.abort();
    await expect(asked).rejects.toThrow();
    // The server answers this one after it has noticed.
    expect((await boss.audit()).lines[0]).toMatchObject({ details: { path: '/brand' }, outcome: 'started' });
    left.resolve();
    await expect.poll(async () => (await boss.audit()).lines[0]?.outcome).toBe('done');
  });

  it('a deletion leaves its line without the address', async () => {
    const { email, token, id } = await someone();
    const { status, body } = await boss.act(email, { type: 'delete' });
    expect([status, body.person]).toEqual([200, null]);
    expect((await server.call('GET', '/api/auth/me', token)).status).toBe(401);
    await expect.poll(() => server.storage.deletions.listUnfinished()).toEqual([]);
    const lines = JSON.stringify((await boss.audit()).lines);
    expect(lines).not.toContain(email);
    expect(lines).not.toContain(id);
    expect((await boss.audit()).lines[0]).toMatchObject({ actor: OWNER, action: 'delete', person: null });
    expect((await mailTo(server, email, 'was deleted')).text).not.toContain('As you asked');
  });

  it('no act is done while the audit list cannot be written, and the answer says so', async () => {
    const { email, token } = await someone();
    instead.add = () => Promise.reject(new Error('the disk is full'));
    const nothingDone = {
      status: 503,
      body: { code: 'unavailable', message: expect.stringMatching(/^Nothing was done, because it can’t be added to/) },
    };
    expect(await boss.act(email, { type: 'block' })).toMatchObject(nothingDone);
    expect(await support.act(email, { type: 'delete' })).toMatchObject(nothingDone);
    expect(await server.call('POST', '/api/admin/doctor', tokens[OWNER], {})).toMatchObject(nothingDone);
    instead = {};
    expect((await server.call('GET', '/api/auth/me', token)).status).toBe(200);
    expect(await linesOf(email)).toEqual([]);
  });

  it('an act that fails says so in its line, and a new press does it', async () => {
    const { email } = await someone();
    instead.setBlocked = () => Promise.reject(new Error('away'));
    expect((await boss.act(email, { type: 'block' })).status).toBe(500);
    instead = {};
    expect(await linesOf(email)).toMatchObject([{ action: 'block', outcome: 'failed' }]);
    expect((await boss.act(email, { type: 'block' })).body.person).toMatchObject({ blockedAt: expect.any(String) });
  });
});

describe('two at once', () => {
  it('one of ten presses at the same time is done, and the others are rejected because the account changed', async () => {
    const { email, id } = await someone();
    const press = (days: number) =>
      boss.press(id, { id: randomUUID(), seen: 0, act: { type: 'give-premium', days } satisfies PersonAct });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => press(index + 1)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(await linesOf(email)).toHaveLength(1);
    const stale = await press(5);
    expect(stale).toMatchObject({ status: 409, body: { message: expect.stringContaining('Somebody else acted') } });
  });

  it('a repeated press has one effect and one line', async () => {
    const { email, id } = await someone();
    const request = { id: randomUUID(), seen: 0, act: { type: 'give-premium', days: 7 } };
    const first = await boss.press(id, request);
    now += 60_000;
    const again = await boss.press(id, request);
    expect([again.status, again.body.person]).toEqual([200, expect.objectContaining({ acts: 1 })]);
    expect((again.body.person as Person).premiumUntil).toBe((first.body.person as Person).premiumUntil);
    expect(await linesOf(email)).toHaveLength(1);
  });

  it('a press under the id of an earlier one is refused if it asks for something else', async () => {
    const { email, id } = await someone();
    const request = { id: randomUUID(), seen: 0, act: { type: 'give-messages', messages: 10, days: 7 } };
    expect((await boss.press(id, request)).status).toBe(200);
    const others: object[] = [{ type: 'block' }, { ...request.act, days: 8 }, { ...request.act, messages: 11 }];
    for (const act of others) {
      const { status, body } = await boss.press(id, { ...request, act });
      expect([status, body.code]).toEqual([422, 'idempotency-mismatch']);
    }
    expect((await boss.press(id, request)).status).toBe(200);
    expect(await linesOf(email)).toHaveLength(1);
  });

  it('a press that failed is the same press when repeated, although its line has a reason by then', async () => {
    const { id } = await someone();
    instead.give = () => Promise.reject(new Error('disk full'));
    const request = { id: randomUUID(), seen: 0, act: { type: 'give-premium', days: 7 } };
    await boss.press(id, request);
    instead = {};
    expect((await boss.press(id, request)).status).toBe(409);
    expect((await boss.press(id, { ...request, act: { type: 'give-premium', days: 8 } })).status).toBe(422);
  });

  it('a press that a crash cut off is completed by pressing again, with its first time', async () => {
    const { email, id } = await someone();
    instead.give = () => new Promise(() => {});
    const request = { id: randomUUID(), seen: 0, act: { type: 'give-premium', days: 7 } };
    void boss.press(id, request).catch(() => {});
    await expect.poll(() => linesOf(email)).toMatchObject([{ outcome: 'started' }]);
    instead = {};
    expect((await boss.press(id, request)).status).toBe(409);
    now += 60_000;
    const done = await boss.press(id, request);
    const [line, ...more] = await linesOf(email);
    expect([line?.outcome, more]).toEqual(['done', []]);
    const premiumUntil = new Date(Date.parse(line?.at ?? '') + 7 * DAY).toISOString();
    expect(done.body.person).toMatchObject({ premiumUntil, acts: 1 });
  });
});

describe('roles', () => {
  it('acts on oneself, on an owner, and by support on support are refused and listed', async () => {
    for (const [by, to, reason] of [
      [boss, OWNER, 'your own account'],
      [boss, OTHER, 'another owner'],
      [support, OWNER, 'another owner'],
      [support, HELPER, 'Only an owner'],
    ] as const) {
      const answer = await by.act(to, { type: 'block' });
      expect(answer).toMatchObject({ status: 403, body: { message: expect.stringContaining(reason) } });
      expect((await linesOf(to))[0]).toMatchObject({ action: 'block', outcome: 'refused' });
    }
    expect((await boss.act(HELPER, { type: 'sign-out' })).status).toBe(200);
  });

  it('support can neither delete nor move money nor read the rest of /admin', async () => {
    const { email } = await someone();
    for (const act of [{ type: 'delete' }, { type: 'cancel' }, { type: 'refund', invoiceId: 'in_1' }] as const) {
      expect((await support.act(email, act)).status).toBe(403);
      expect((await linesOf(email))[0]).toMatchObject({ actor: SUPPORT, action: act.type, outcome: 'refused' });
    }
    for (const [method, path] of [
      ['GET', '/api/admin/figures'],
      ['GET', '/api/admin/feedback'],
      ['GET', '/api/admin/reports'],
      ['POST', '/api/admin/doctor'],
      ['POST', '/api/admin/take-down'],
      ['DELETE', '/api/admin/reports/x'],
      ['GET', '/api/admin/unknown'],
    ] as const) {
      expect((await server.call(method, path, tokens[SUPPORT])).status).toBe(403);
      const line = { actor: SUPPORT, action: 'owner-page', outcome: 'refused', person: null };
      expect((await boss.audit()).lines[0]).toMatchObject({
        ...line,
        details: { method, path: path.replace('/api/admin', '') },
      });
    }
    expect((await server.call('GET', '/api/admin/reply-reports', tokens[SUPPORT])).status).toBe(200);
    expect((await server.call('GET', '/api/admin/role', tokens[SUPPORT])).body.role).toBe('support');
    expect((await server.call('GET', '/api/auth/me', tokens[SUPPORT])).body.user).toMatchObject({
      isAdmin: false,
      isSupport: true,
    });
  });

  it('people without a role have access to nothing', async () => {
    const { token, id } = await someone();
    expect((await server.call('GET', '/api/admin/role', token)).status).toBe(403);
    expect((await server.call('GET', '/api/admin/audit', token)).status).toBe(403);
    const act = { id: randomUUID(), seen: 0, act: { type: 'unblock' } };
    expect((await server.call('POST', `/api/admin/people/${id}/acts`, token, act)).status).toBe(403);
    expect((await server.call('POST', `/api/admin/people/${id}/acts`, undefined, act)).status).toBe(401);
    expect((await boss.press('unknown', act)).status).toBe(404);
  });
});

it('the export is offered by a mail with a link, to confirmed addresses only', async () => {
  const { email, id } = await someone();
  expect((await support.act(email, { type: 'send-export' })).status).toBe(200);
  expect((await mailTo(server, email, 'data')).text).toContain('press Export');
  await server.storage.users.setEmail(id, email, null);
  const unconfirmed = `${randomUUID()}@example.com`;
  await server.storage.users.create({
    ...((await server.storage.users.findById(id)) as NonNullable<
      Awaited<ReturnType<typeof server.storage.users.findById>>
    >),
    id: randomUUID(),
    email: unconfirmed,
    emailVerified: false,
  });
  expect(await support.act(unconfirmed, { type: 'send-export' })).toMatchObject({ status: 400 });
});
