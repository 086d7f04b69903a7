import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { DoctorFinding } from '@parley/core';
import { startSandbox, type Sandbox } from '@parley/sandbox';
import { findMongoTestServer, HOW_TO_RUN, urlOf } from '../storage/mongo/testing/find-mongo-test-server.ts';
import { openTransferTarget } from '../storage/open-storage.ts';
import { startProgram, startWithLittleRoom } from '../testing/processes/command-process.ts';
import { HAS_REDIS, startRedis } from '../testing/processes/redis-server.ts';
import { clientOf } from '../testing/test-server.ts';
import { VERSION } from '../version.ts';

const mongo = await findMongoTestServer(process.env);
vi.setConfig({ testTimeout: 60_000 });
afterAll(() => mongo?.close());

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ publicUrl: 'http://localhost:3000' });
});
afterAll(() => sandbox.close());

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'parley-doctor-'));
});
afterEach(() => rm(data, { recursive: true }));

const parley = (args: string[], settings: Record<string, string> = {}) =>
  startProgram('commands/parley.ts', args, { DATA_DIR: data, ...settings }).ended;
const doctor = (settings: Record<string, string> = {}) => parley(['doctor'], settings);

/** Settings for every service of the sandbox. */
const everyService = (): Record<string, string> => ({
  OPENAI_API_KEY: 'sk-a-key-that-nobody-may-see',
  OPENAI_BASE_URL: sandbox.urls.openai,
  OPENAI_API: 'responses',
  OPENAI_MODEL: 'demo',
  OPENAI_IMAGE_MODEL: 'demo-image',
  OPENAI_TRANSCRIBE_MODEL: 'demo-transcribe',
  OPENAI_SPEECH_MODEL: 'demo-speech',
  OPENAI_SPEECH_FORMAT: 'wav',
  MODERATION: 'note',
  OPENAI_MODERATION_MODEL: 'demo-moderation',
  SEARXNG_URL: sandbox.urls.search,
  SMTP_URL: sandbox.urls.smtp,
  MAIL_FROM: 'parley@example.com',
  STRIPE_API_BASE: sandbox.urls.stripe,
  STRIPE_SECRET_KEY: sandbox.stripe.credentials.secretKey,
  STRIPE_WEBHOOK_SECRET: sandbox.stripe.credentials.webhookSecret,
  STRIPE_PRICE_WEEKLY: sandbox.stripe.credentials.priceIds.weekly,
  STRIPE_PRICE_MONTHLY: sandbox.stripe.credentials.priceIds.monthly,
  STRIPE_PRICE_YEARLY: sandbox.stripe.credentials.priceIds.yearly,
});

test('--version prints the version', async () => {
  expect(await parley(['--version'])).toEqual({ code: 0, output: `${VERSION}\n` });
});

test.each([[['doctor', 'more']], [['doctor', '--jsno']], [['docter']], [[]]])(
  'the command line %j is no command, which has an exit status of its own',
  async (args) => {
    expect(await parley(args)).toEqual({ code: 2, output: expect.stringContaining('parley doctor [--json]') });
  },
);

test('setup needs a terminal, and its offer does nothing without one', async () => {
  expect(await parley(['setup'])).toEqual({ code: 1, output: expect.stringContaining('it needs a terminal') });
  expect(await parley(['setup', '--offer'])).toEqual({ code: 0, output: '' });
});

describe('parley doctor', () => {
  test.skipIf(process.platform === 'win32')('asks for space on a full disk', async () => {
    const { output } = await startWithLittleRoom(0, 'commands/parley.ts', ['doctor'], { DATA_DIR: data }).ended;
    expect(output).toContain(`Can’t write to ${data} (EFBIG). Free up space now`);
  });

  test('tries every service beside a running server, which goes on', async () => {
    const settings = { ...everyService(), DATA_DIR: data };
    const server = startProgram('main.ts', [], settings);
    onTestFinished(() => void server.kill('SIGKILL'));
    const [, url = ''] = await server.until(/is ready on (http:\S+)/);
    const { code, output } = await doctor({ ...settings, PORT: new URL(url).port, PUBLIC_URL: url });
    expect(output.trim().split('\n')).toEqual([
      'ok       Settings: Every setting is valid.',
      `ok       Database: Reading and writing works: the database ${join(data, 'parley.db')}.`,
      'ok       Redis: Not set up, and not needed.',
      expect.stringMatching(/^\w+ +Disk: \S+ is writable and has /),
      'ok       Clock: No service outside this machine is set up that it could be compared with.',
      expect.stringMatching(/^ok {7}Model: demo at \S+ answers in \d+ ms\.$/),
      expect.stringMatching(/^ok {7}Images: The service lists demo-image at /),
      expect.stringMatching(/^ok {7}Dictation: demo-transcribe at \S+ transcribes\.$/),
      expect.stringMatching(/^ok {7}Read aloud: demo-speech at \S+ speaks /),
      expect.stringMatching(/^ok {7}Moderation: demo-moderation at \S+ checks texts and images\.$/),
      'ok       Cost limits: None is set (set COST_LIMIT_DAY).',
      'ok       Search: SearXNG finds pages.',
      expect.stringMatching(/^ok {7}Mail: \S+ accepts connections\./),
      'ok       Stripe: The key and all prices are right: test mode.',
      expect.stringMatching(/^warning {2}Stripe: Stripe can’t reach this machine\. Run `stripe listen/),
      'ok       Sign in with Apple: Not set up (set the four APPLE_ settings).',
      `ok       Public address: ${url} answers, on this machine only.`,
      'ok       Proxies: TRUST_PROXY=0 is right.',
      'ok       Proxies: Streams arrive as they are sent.',
      expect.stringMatching(/^0 errors, [12] warnings?\.$/),
    ]);
    expect(code).toBe(0);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  test('a running server checks itself for its admin, with the settings that it started with', async () => {
    const server = startProgram('main.ts', [], { DATA_DIR: data, ADMIN_EMAILS: 'boss@example.com' });
    onTestFinished(() => void server.kill('SIGKILL'));
    const [, url = ''] = await server.until(/is ready on (http:\S+)/);
    const client = clientOf(url);
    const { body } = await client.call('POST', '/api/admin/doctor', await client.signUp('boss@example.com'));
    const findings = body.findings as DoctorFinding[];
    expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
    expect(findings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'Every setting is valid.',
        `Reading and writing works: the database ${join(data, 'parley.db')}.`,
        `${url} answers, on this machine only.`,
        'Streams arrive as they are sent.',
      ]),
    );
  });

  test('works without a server, and leaves nothing behind', async () => {
    const { code, output } = await doctor();
    expect([code, output]).toEqual([0, expect.stringContaining('The server doesn’t seem to run')]);
    expect(output).toContain('ok       Database: The first start will make the database');
    expect(await readdir(data)).toEqual([]);
  });

  test('names every wrong setting and tries nothing with them', async () => {
    sandbox.reset();
    const { code, output } = await doctor({ ...everyService(), PORT: 'x', MAIL_FROM: '' });
    expect(code).toBe(1);
    expect(output).toContain('error    Settings: PORT: must be a port number, 0 to 65535. Correct it in .env');
    expect(output).toContain('error    Settings: MAIL_FROM: is missing; set the address that emails come from');
    expect(output).toContain('warning  Services: They weren’t tried, because settings are wrong.');
    expect(output).toMatch(/^2 errors, 1 warning\.$/m);
    expect(sandbox.log()).toEqual([]);
  });

  test('prints JSON for scripts, also with errors', async () => {
    const { code, output } = await parley(['doctor', '--json'], {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'a@b.de',
    });
    expect(code).toBe(1);
    expect(JSON.parse(output)).toEqual({
      version: VERSION,
      errors: 1,
      warnings: 2,
      findings: expect.arrayContaining([
        { part: 'Settings', level: 'ok', message: 'Every setting is valid.', fix: null },
        {
          part: 'Mail',
          level: 'error',
          message: 'Can’t use 127.0.0.1:1: nothing listens there (ECONNREFUSED).',
          fix: expect.stringContaining('SMTP_URL'),
        },
      ]),
    });
  });

  test('prints no secret, no matter what fails', async () => {
    const providers = join(data, 'providers.json');
    const secret = 'hunter22hunter22';
    const provider = {
      id: 'company',
      name: 'Company',
      issuer: 'http://localhost:1',
      clientId: 'parley',
      clientSecret: secret,
    };
    await writeFile(providers, JSON.stringify([provider]));
    const { code, output } = await doctor({
      ...everyService(),
      OPENAI_API_KEY: `sk-${secret}`,
      OPENAI_BASE_URL: `http://ann:${secret}@127.0.0.1:1/v1`,
      BRAVE_API_KEY: secret,
      SEARCH_PROVIDER: 'searxng',
      SEARXNG_URL: `http://ann:${secret}@127.0.0.1:1`,
      SMTP_URL: `smtp://ann:${secret}@127.0.0.1:1`,
      STRIPE_SECRET_KEY: `sk_test_${secret}`,
      DATABASE_URL: `mongodb://ann:${secret}@127.0.0.1:1/x?serverSelectionTimeoutMS=100`,
      REDIS_URL: `redis://ann:${secret}@127.0.0.1:1`,
      OIDC_PROVIDERS: providers,
      METRICS_TOKEN: secret,
      JWT_SECRET: `${secret}abcdefghijklmnop`,
    });
    expect(code).toBe(1);
    for (const part of ['Database', 'Redis', 'Model', 'Images', 'Dictation', 'Search', 'Mail', 'Stripe']) {
      expect(output).toMatch(new RegExp(`^error +${part}: `, 'm'));
    }
    expect(output).toMatch(/^error +Sign in with Company: /m);
    expect(output).not.toContain('hunter22');
    expect(output).not.toMatch(/^ +at /m);
  });

  test.runIf(mongo)(`writes, reads and removes a document on ${mongo?.name ?? HOW_TO_RUN}`, async () => {
    const name = `parley-doctor-${randomUUID()}`;
    const url = urlOf(mongo!, name);
    const { code, output } = await doctor({ DATABASE_URL: url });
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(`^ok +Database: Reading and writing works: the database ${name} at \\S+\\.$`, 'm'),
      ),
    ]);
    // A copy may only go where nothing is.
    const target = await openTransferTarget(url);
    await target.clear();
    await target.close();
  });

  test.skipIf(!HAS_REDIS)('publishes a message on a Redis, and says when its password is wrong', async () => {
    const { url, kill } = await startRedis();
    expect((await doctor({ REDIS_URL: url })).output).toMatch(/^ok +Redis: \S+ answers and passes messages on\.$/m);
    const refused = await doctor({ REDIS_URL: url.replace('redis://', 'redis://ann:hunter22@') });
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringMatching(/^error +Redis: \S+ rejects the user or the password\. Check both in REDIS_URL\.$/m),
    ]);
    kill();
  });
});
