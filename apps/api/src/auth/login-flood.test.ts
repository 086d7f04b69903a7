import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '@parley/core';
import { pino } from 'pino';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const lines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  server = await startTestServer({ trustedProxies: 1, logger, hashesSlowly: true });
});
afterAll(() => server.close());

async function login(email: string, address: string): Promise<{ status: number; ms: number; body: { code?: string } }> {
  const begun = performance.now();
  const answer = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ email, password: 'tangerine' }),
  });
  const body = (await answer.json()) as { code?: string };
  return { status: answer.status, ms: performance.now() - begun, body };
}

/** Creates accounts with the password of another one, and returns their addresses. */
async function withPasswordOf(other: string, count: number): Promise<string[]> {
  const user = await server.storage.users.findByEmail(other);
  if (!user) throw new AppError('not-found');
  const emails = Array.from({ length: count }, (_, index) => `${index}-${other}`);
  for (const email of emails) await server.storage.users.create({ ...user, id: email, email });
  return emails;
}

it(
  'valid logins from one address delay neither other addresses nor other accounts there',
  { timeout: 60_000 },
  async () => {
    const [office, elsewhere] = ['office@example.com', 'elsewhere@example.com'];
    for (const email of [office, elsewhere]) await server.signUp(email);
    // Two at a time of one account: with more, the limit on guesses of that account would stop the flood.
    const busy = await withPasswordOf(office, 30);
    const alone: number[] = [];
    for (let round = 0; round < 3; round++) alone.push((await login(elsewhere, `203.0.113.${round + 20}`)).ms);
    let isFlooding = true;
    const refusals = new Set<string>();
    const flood = [...busy, ...busy].map(async (email) => {
      while (isFlooding) {
        const { status, body } = await login(email, '203.0.113.1');
        if (status === 200) continue;
        refusals.add(`${status} ${body.code}`);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    });
    const others: Awaited<ReturnType<typeof login>>[] = [];
    for (let round = 0; round < 2; round++) {
      others.push(await login(elsewhere, `203.0.113.${round + 10}`));
      others.push(await login(office, '203.0.113.1'));
    }
    isFlooding = false;
    await Promise.all(flood);
    expect(others.map(({ status }) => status)).toEqual(Array(4).fill(200));
    // Longer only on a machine that does much else.
    const limit = Math.max(8_000, 20 * Math.max(...alone));
    expect(Math.max(...others.map(({ ms }) => ms))).toBeLessThan(limit);
    // The flooding address is rejected with a reason and a time to retry.
    expect([...refusals].filter((refusal) => !/^(429 rate-limited|503 unavailable)$/.test(refusal))).toEqual([]);
    expect(lines.filter((line) => line.includes('"stack"'))).toEqual([]);
    const { body } = await server.call('GET', '/api/status');
    const parts = body.parts as { id: string; status: string }[];
    expect(parts.find(({ id }) => id === 'api')).toMatchObject({ status: 'operational' });
  },
);

it('everyone in an office can sign in at the same time', { timeout: 60_000 }, async () => {
  await server.signUp('chief@example.com');
  const people = await withPasswordOf('chief@example.com', 36);
  const answers = await Promise.all(people.map((email) => login(email, '198.51.100.7')));
  expect(answers.map(({ status }) => status)).toEqual(Array(36).fill(200));
});

it('a user has at most fifty sessions, and a new one ends the oldest', { timeout: 60_000 }, async () => {
  const email = 'sessions@example.com';
  const first = await server.signUp(email);
  const user = await server.storage.users.findByEmail(email);
  if (!user) throw new AppError('not-found');
  for (let index = 1; index < 50; index++) {
    const times = { createdAt: Date.now() + index, lastSeenAt: Date.now() + index, expiresAt: Date.now() + 60_000 };
    await server.storage.sessions.create({ id: `session ${index}`, userId: user.id, device: '', ...times });
  }
  expect((await server.call('GET', '/api/auth/me', first)).status).toBe(200);
  const events = await fetch(`${server.url}/api/events`, { headers: { Authorization: `Bearer ${first}` } });
  expect((await login(email, '198.51.100.8')).status).toBe(200);
  expect((await server.call('GET', '/api/auth/me', first)).status).toBe(401);
  expect(await server.storage.sessions.list(user.id, Date.now())).toHaveLength(50);
  // Its open streams end as well.
  await events.text();
});
