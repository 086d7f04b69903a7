import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '@parley/api/open-storage';
import { NEW_USER, type Storage } from '@parley/api/storage';
import { startTestServer } from '@parley/api/testing/test-server';
import { median, percentile, table } from '../statistics.ts';

const ACCOUNTS = 10_000;
const FULL_ACCOUNTS = 100_000;
const DAYS = 30;
/** On a day, one account in ten uses two models. */
const ACTIVE = 10;
const MODELS = ['gpt-6.1-terra', 'gpt-6-luna'];
/** Minutes until the most expensive accounts are read again. */
const LONG_AWAY = 31;
const AT_ONCE = 500;
const SAMPLES = 100;
/** Each waits until all costs are read again. */
const LONG_AWAY_SAMPLES = 20;
const ADMIN = 'boss@example.com';
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Measures the dashboard's figures, people and audit list in SQLite with 10,000 accounts, and with `--full` with 100,000. */
export async function run(): Promise<string> {
  const accounts = process.argv.includes('--full') ? FULL_ACCOUNTS : ACCOUNTS;
  const folder = mkdtempSync(join(tmpdir(), 'parley-dashboard-'));
  let clock = Date.now();
  const storage = await openStorage(`sqlite:${join(folder, 'parley.db')}`, { filesDir: join(folder, 'files') });
  try {
    const { records, emails } = await fill(storage, accounts, clock);
    const server = await startTestServer({
      storage,
      adminEmails: [ADMIN],
      emailsVerifiedAtOnce: true,
      now: () => clock,
    });
    const admin = await server.signUp(ADMIN);
    const ask = async (path: string, body?: object) => {
      const begun = performance.now();
      const answer = await server.call(body ? 'POST' : 'GET', `/api/admin/${path}`, admin, body);
      if (answer.status !== 200) throw new Error(`${path} answered with ${answer.status}.`);
      return { time: performance.now() - begun, body: answer.body };
    };
    const figures = `figures?days=${DAYS}`;
    const time = async (path: string, body?: object) => (await ask(path, body)).time;
    const begun = performance.now();
    const first = await time(figures);
    while ((await ask(figures)).body.costs === null);
    const untilCosts = performance.now() - begun;
    const within: number[] = [];
    const later: number[] = [];
    const found: number[] = [];
    const audit: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample++) {
      within.push(await time(figures));
      clock += MINUTE_MS;
      later.push(await time(figures));
      found.push(await time('people/find', { email: emails[(sample * 997) % emails.length] }));
      audit.push(await time('audit'));
    }
    const away: number[] = [];
    for (let sample = 0; sample < LONG_AWAY_SAMPLES; sample++) {
      clock += LONG_AWAY * MINUTE_MS;
      away.push(await time(figures));
      while ((await ask(figures)).body.costs === null);
    }
    await server.close();
    const cells = (values: number[]) => [median(values).toFixed(1), percentile(values, 0.95).toFixed(1)];
    return table([
      ['accounts', 'records', 'request', 'p50, ms', 'p95, ms'],
      [accounts.toLocaleString('en'), records.toLocaleString('en'), 'the first of a process', first.toFixed(0), '-'],
      ['', '', 'costs of the period are read after', untilCosts.toFixed(0), '-'],
      ['', '', 'a minute after the last', ...cells(later)],
      ['', '', 'the next one, behind the reading again', ...cells(within)],
      ['', '', 'half an hour after the last', ...cells(away)],
      ['', '', 'find a person', ...cells(found)],
      ['', '', 'the audit list', ...cells(audit)],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Stores accounts and what they spent in the last 30 days. */
async function fill(storage: Storage, accounts: number, now: number): Promise<{ records: number; emails: string[] }> {
  let records = 0;
  const emails: string[] = [];
  for (let begun = 0; begun < accounts; begun += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, index) => ({ index: begun + index, id: randomUUID() }));
    emails.push(...some.map(({ id }) => `${id}@example.com`));
    await Promise.all(
      some.map(({ id }) => storage.users.create({ ...NEW_USER, id, email: `${id}@example.com`, createdAt: now })),
    );
    const spent = some.flatMap(({ index, id }) =>
      Array.from({ length: DAYS }, (_, day) => day)
        .filter((day) => (index + day) % ACTIVE === 0)
        .map((day) => ({ id, index, at: now - day * DAY_MS })),
    );
    await Promise.all(
      spent.map(({ id, index, at }) => storage.spending.add(id, 'normal', { plan: 'free', models: used(index) }, at)),
    );
    records += spent.length * MODELS.length;
  }
  return { records, emails };
}

function used(index: number) {
  return MODELS.map((model) => ({
    model,
    requests: 5,
    inputTokens: 4_000,
    cachedTokens: 1_000,
    outputTokens: 900,
    reasoningTokens: 0,
    pictures: 0,
    searches: 0,
    audioMs: 0,
    characters: 0,
    microdollars: 5_000 + (index % 977),
    estimatedRequests: 0,
    estimatedMicrodollars: 0,
    unpricedRequests: 0,
  }));
}
