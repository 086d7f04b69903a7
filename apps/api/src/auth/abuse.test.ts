import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { mailsTo, mailTo } from '../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { appPeople, testClock } from './second-factor/testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ trustedProxies: 1, hashesSlowly: true });
});
afterAll(() => server.close());

async function post(path: string, body: unknown, address: string, to: TestServer = server): Promise<Response> {
  const response = await fetch(to.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response;
}

const login = (email: string, password: string, address: string, to: TestServer = server) =>
  post('/api/auth/login', { email, password }, address, to);

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

it('a password reset request is answered before the address is looked up, so that timing reveals nothing', async () => {
  const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const release = Promise.withResolvers<void>();
  const lookedUp: string[] = [];
  const storage: Storage = {
    ...kept,
    users: {
      ...kept.users,
      async findByEmail(email) {
        lookedUp.push(email);
        await release.promise;
        return kept.users.findByEmail(email);
      },
    },
  };
  const slow = await startTestServer({ storage });
  onTestFinished(() => slow.close());
  const [known, unknown] = ['known@example.com', 'unknown@example.com'];
  await slow.signUp(known);
  for (const email of [known, unknown]) expect((await post('/api/auth/forgot', { email }, '', slow)).status).toBe(200);
  await expect.poll(() => lookedUp).toEqual([known, unknown]);
  release.resolve();
  await mailTo(slow, known, 'Reset');
});

it('a mailbox gets only a few mails, however many anonymous requests ask for them', async () => {
  const email = 'flooded@example.com';
  await server.signUp(email);
  await mailTo(server, email, 'Confirm');
  for (let times = 0; times < 12; times++) {
    expect((await post('/api/auth/register', { email, password: 'tangerine' }, `10.8.0.${times}`)).status).toBe(409);
    expect((await post('/api/auth/forgot', { email }, `10.8.0.${times}`)).status).toBe(200);
  }
  const subjects = async () => (await mailsTo(server, email)).map(({ subject }) => subject.split(' ')[0]);
  await expect.poll(async () => (await subjects()).length).toBe(11);
  expect((await subjects()).filter((word) => word === 'Reset')).toHaveLength(5);
});

it('password changes cannot flood the mailbox of someone else’s address', async () => {
  const email = 'somebody@example.com';
  const token = await server.signUp(email);
  const statuses: number[] = [];
  for (let times = 0; times < 8; times++) {
    const change = { currentPassword: 'tangerine', newPassword: 'tangerine' };
    statuses.push((await server.call('POST', '/api/account/password', token, change)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  await expect.poll(async () => (await mailsTo(server, email)).length).toBe(6);
});

it('nothing that its user does to an account floods the mailbox, or keeps a reset link away', async () => {
  const clock = testClock();
  const quick = await startTestServer({ now: clock.now });
  onTestFinished(() => quick.close());
  const people = appPeople(quick, clock);
  const email = 'claimed@example.com';
  for (let round = 0; round < 3; round++) {
    const { token, recoveryCodes } = await people.signUp(email);
    const proofs = recoveryCodes.map((code) => ({ password: 'tangerine', code }));
    for (const proof of proofs.slice(0, 8)) {
      expect((await quick.call('POST', `${people.own}/start`, token, proof)).status).toBe(200);
    }
    const confirm = { ...proofs[8], confirm: 'DELETE' };
    expect((await quick.call('DELETE', '/api/account', token, confirm)).status).toBe(200);
  }
  await quick.signUp(email);
  await quick.call('POST', '/api/auth/forgot', undefined, { email });
  await mailTo(quick, email, 'Reset');
  // Two mails are sent at a time, so the one before may come last.
  await expect.poll(() => mailsTo(quick, email)).toHaveLength(11);
});

describe('guessing passwords', () => {
  it('T38: guessing passwords does not reveal known addresses through timing', { timeout: 240_000 }, async () => {
    // Twenty guesses each: the next ones would be delayed.
    const known = Array.from({ length: 20 }, (_, index) => `known${index}@example.com`);
    for (const email of known) await server.signUp(email);
    const times = { known: [] as number[], unknown: [] as number[] };
    const measure = async (into: number[], email: string, address: string) => {
      const start = performance.now();
      expect((await login(email, 'not it', address)).status).toBe(401);
      into.push(performance.now() - start);
    };
    const difference = () => Math.abs(median(times.unknown) / median(times.known) - 1);
    // A difference that is noise shrinks with more rounds; one that is real stays.
    for (let round = 0; round < 400 && (round < 200 || difference() >= 0.1); round++) {
      const address = `10.1.${Math.floor(round / 100)}.${round % 100}`;
      const guesses = [
        () => measure(times.known, known[round % 20] ?? '', address),
        () => measure(times.unknown, `unknown${round % 20}@example.com`, address),
      ];
      // Neither kind always comes first.
      for (const guess of round % 2 === 0 ? guesses : guesses.toReversed()) await guess();
    }
    expect(difference()).toBeLessThan(0.1);
  });

  it('guesses from 50 addresses do not lock the owner out', async () => {
    const quick = await startTestServer({ trustedProxies: 1 });
    onTestFinished(() => quick.close());
    const email = 'victim@example.com';
    await quick.signUp(email);
    const spray = Array.from({ length: 50 }, (_, index) => login(email, 'not it', `10.2.0.${index}`, quick));
    const statuses = new Set((await Promise.all(spray)).map(({ status }) => status));
    expect(statuses.has(200)).toBe(false);
    expect((await login(email, 'tangerine', '192.168.0.1', quick)).status).toBe(200);
  });

  it('guesses from one address cause ever longer waits, and the response says how long', async () => {
    await server.signUp('waiting@example.com');
    for (let tries = 5; tries > 0; tries--) {
      expect((await login('waiting@example.com', 'not it', '10.3.0.1')).status).toBe(401);
    }
    const refused = await login('waiting@example.com', 'tangerine', '10.3.0.1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(20);
    expect((await login('waiting@example.com', 'tangerine', '10.3.0.2')).status).toBe(200);
  });
});

describe('rate limits by address', () => {
  const register = (address: string, to: TestServer, name = crypto.randomUUID()) =>
    post('/api/auth/register', { email: `${name}@example.com`, password: 'tangerine' }, address, to);

  it('ignores the forwarding headers of untrusted clients', async () => {
    const strict = await startTestServer({ rateLimits: { register: 2 } });
    try {
      const statuses: number[] = [];
      for (const address of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) statuses.push((await register(address, strict)).status);
      expect(statuses).toEqual([200, 200, 429]);
    } finally {
      await strict.close();
    }
  });

  it('counts registrations, not typing mistakes', async () => {
    const strict = await startTestServer({ rateLimits: { register: 1 } });
    try {
      for (const given of [{ email: 'no address' }, { password: 'short' }]) {
        const body = { email: 'typing@example.com', password: 'tangerine', ...given };
        expect((await post('/api/auth/register', body, '', strict)).status).toBe(400);
      }
      expect((await register('', strict)).status).toBe(200);
      expect((await register('', strict)).status).toBe(429);
    } finally {
      await strict.close();
    }
  });

  it('limits by the trusted proxy’s header, and by network for IPv6', async () => {
    const strict = await startTestServer({ rateLimits: { register: 2 }, trustedProxies: 1 });
    try {
      const statuses = async (...addresses: string[]) => {
        const answers = [];
        for (const address of addresses) answers.push((await register(address, strict)).status);
        return answers;
      };
      expect(await statuses('9.9.9.1, 5.5.5.5', '9.9.9.2, 5.5.5.5', '9.9.9.3, 5.5.5.5')).toEqual([200, 200, 429]);
      const network = '2001:db8:1:2';
      expect(await statuses(`${network}::1`, `${network}:a::2`, `${network}:b::3`)).toEqual([200, 200, 429]);
      expect(await statuses('2001:db8:ffff::1', 'garbage')).toEqual([200, 200]);
    } finally {
      await strict.close();
    }
  });

  it('reports how many requests are left', async () => {
    const answer = await register('7.7.7.7', server);
    expect(answer.headers.get('RateLimit-Policy')).toBe('10000;w=3600');
    expect(answer.headers.get('RateLimit')).toBe('limit=10000, remaining=9999, reset=3600');
  });

  it.each(['null', 'https://evil.example', 'https://parley.example.com.evil.example', 'app://other'])(
    'a page of the origin %s may not read responses',
    async (origin) => {
      for (const method of ['OPTIONS', 'GET']) {
        const answer = await fetch(`${server.url}/api/auth/me`, {
          method,
          headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
        });
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
        expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      }
    },
  );
});
