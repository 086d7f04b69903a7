import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { User } from '@parley/core';
import { createKey } from './api-keys/testing.ts';
import { startWithLittleRoom } from './testing/processes/command-process.ts';
import { NO_SETTINGS } from './testing/no-settings.ts';
import { rawGet } from './testing/raw-get.ts';
import { fold } from './testing/reply-stream.ts';
import { clientOf } from './testing/test-server.ts';
import { VERSION } from './version.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-main-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const MAIN = join(import.meta.dirname, 'main.ts');
const environmentWith = (settings: Record<string, string>) => ({
  ...NO_SETTINGS,
  PATH: process.env.PATH,
  DATA_DIR: join(folder, 'data'),
  PORT: '0',
  ...settings,
});

function run(settings: Record<string, string>, options: string[] = []) {
  const child = spawn(process.execPath, [...options, MAIN], {
    env: environmentWith(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  let wake = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
      wake.resolve();
      wake = Promise.withResolvers();
    });
  }
  const exit = once(child, 'close') as Promise<[number | null, string | null]>;
  return {
    child,
    output: () => output,
    exit,
    async ready(): Promise<string> {
      for (;;) {
        const url = /is ready on (http:\S+)/.exec(output)?.[1];
        if (url && output.includes('Sign in with Apple: ')) return url;
        await Promise.race([wake.promise, exit.then(() => Promise.reject(new Error(output)))]);
      }
    },
  };
}

describe('the server process', () => {
  it('starts on an empty machine, lists what it uses, and exits cleanly on Ctrl-C', async () => {
    const server = run({});
    const url = await server.ready();
    expect(server.output().trim().split('\n')).toEqual([
      `Parley is ready on ${url}`,
      'Model: sandbox demo assistant (set OPENAI_API_KEY or OPENAI_BASE_URL for a real one)',
      'Images: sandbox patterns (set OPENAI_IMAGE_MODEL for real images)',
      'Dictation: sandbox, which understands its own tones only (set OPENAI_TRANSCRIBE_MODEL for speech)',
      'Read aloud: voices of the reader’s device (set OPENAI_SPEECH_MODEL for a speech model)',
      'Search: sandbox search of this product’s pages (set SEARCH_PROVIDER for a real one)',
      expect.stringMatching(/^Email: sandbox mailbox at http:\/\/127\.0\.0\.1:\d+\/mail \(set SMTP_URL/),
      expect.stringMatching(/^Payments: sandbox \(set STRIPE_SECRET_KEY, /),
      expect.stringMatching(/^Sign in with Apple: sandbox \(set /),
    ]);
    const health = await fetch(`${url}/healthz`);
    expect(health.status).toBe(200);
    expect(await health.json()).toEqual({ success: true, version: VERSION });
    // nginx keeps its connections for 60 s, Caddy for two minutes.
    expect(health.headers.get('keep-alive')).toBe('timeout=130');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const mailbox = /http:\S+\/mail/.exec(server.output())?.[0] ?? '';
    for (const address of [`${url}/api/settings`, mailbox]) {
      expect((await rawGet(address, { Host: 'evil.example' })).status).toBe(403);
    }
    const secret = join(folder, 'data/secrets/jwt');
    expect(statSync(secret).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
    server.child.kill('SIGINT');
    expect(await server.exit).toEqual([0, null]);
    expect(existsSync(join(folder, 'data/parley.db-wal'))).toBe(false);
  });

  it.each([
    ['is verified at once while the sandbox’s mailbox is the only one', {}, true],
    ['is not verified without its mail behind a proxy', { TRUST_PROXY: '1' }, false],
    [
      'is not verified without its mail if a real mail server is set',
      { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@b.de' },
      false,
    ],
  ])('an admin’s address %s', async (_name, settings, isAdmin) => {
    const server = run({ ...settings, ADMIN_EMAILS: 'boss@example.com', DATABASE_URL: 'sqlite::memory:' });
    const client = clientOf(await server.ready());
    const { body } = await client.call('GET', '/api/auth/me', await client.signUp('boss@example.com'));
    expect(body.user).toMatchObject({ emailVerified: isAdmin, isAdmin });
    server.child.kill('SIGKILL');
    await server.exit;
  });

  it('runs in watch mode, as `npm run dev` starts it', async () => {
    const server = run({ DATABASE_URL: `sqlite:${join(folder, 'watched.db')}` }, ['--watch']);
    const client = clientOf(await server.ready());
    expect((await client.call('GET', '/api/auth/me', await client.signUp())).status).toBe(200);
    server.child.kill('SIGTERM');
    await server.exit;
  });

  it('keeps sessions and conversations over a restart', async () => {
    const first = run({});
    const before = clientOf(await first.ready());
    const token = await before.signUp();
    const conversationId = crypto.randomUUID();
    await (await before.send(token, { conversationId, text: 'What is 6 * 7?' })).all();
    const messages = await before.messages(token, conversationId);
    first.child.kill('SIGTERM');
    await first.exit;

    const second = run({});
    const after = clientOf(await second.ready());
    expect(await after.messages(token, conversationId)).toEqual(messages);
    second.child.kill('SIGTERM');
    expect(await second.exit).toEqual([0, null]);
  });

  it('keeps a plan that was paid in the sandbox over a kill and a restart', async () => {
    const settings = { DATA_DIR: join(folder, 'paid'), SANDBOX_PORT: '0' };
    const first = run(settings);
    const before = clientOf(await first.ready());
    const token = await before.signUp();
    const { body } = await before.call('POST', '/api/billing/create-premium-checkout-session', token, {
      priceId: 'price_sandbox_monthly',
    });
    const form = new URLSearchParams({ answer: 'pay', card: 'good', email: 'a@b.de' });
    const paid = await fetch(String(body.url), { method: 'POST', body: form, redirect: 'manual' });
    expect(paid.status).toBe(303);
    first.child.kill('SIGKILL');
    await first.exit;

    const second = run(settings);
    const after = clientOf(await second.ready());
    await after.call('POST', '/api/billing/refresh-subscription', token);
    const { user } = (await after.call('GET', '/api/auth/me', token)).body as { user: User };
    expect(user).toMatchObject({ subscriptionTier: 'premium', subscriptionStatus: 'active' });
  });

  it('lets running replies finish after SIGTERM, accepts no more, and interrupts them at a second signal', async () => {
    const server = run({ SANDBOX_FAULTS: '1', SANDBOX_DELAY_MS: '10' });
    const client = clientOf(await server.ready());
    const token = await client.signUp();
    const short = await client.send(token, { text: '[[long 100]]' });
    const long = await client.send(token, { text: '[[long 100000]]' });
    await long.until(({ event }) => event.type === 'content');
    server.child.kill('SIGTERM');
    expect(fold(await short.all())).toMatchObject({ status: 'complete' });
    await vi.waitFor(() => expect(server.output()).toContain('Press Ctrl-C again'));
    server.child.kill('SIGTERM');
    expect(fold(await long.all())).toMatchObject({ status: 'interrupted', isError: true });
    expect(await server.exit).toEqual([0, null]);
  });

  it('lets replies of /v1 finish after SIGTERM, and interrupts temporary ones with their last event', async () => {
    const server = run({ SANDBOX_FAULTS: '1', SANDBOX_DELAY_MS: '10' });
    const url = await server.ready();
    const client = clientOf(url);
    const token = await client.signUp();
    const { secret } = await createKey(client, token);
    const messages = [{ role: 'user', content: '[[long 100000]]' }];
    const temporary = await client.send(token, { temporary: true, messages });
    await temporary.until(({ event }) => event.type === 'content');
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ model: 'normal', stream: true, messages: [{ role: 'user', content: '[[long 500]]' }] }),
    });
    server.child.kill('SIGTERM');
    await vi.waitFor(() => expect(server.output()).toContain('Finishing 2 running replies.'));
    expect(await response.text()).toMatch(/data: \[DONE\]\s*$/);
    server.child.kill('SIGTERM');
    expect(fold(await temporary.all())).toMatchObject({ status: 'interrupted', isError: true });
    expect(await server.exit).toEqual([0, null]);
  });

  it('ends if the script that started it was killed before it was ready', async () => {
    const child = fork(MAIN, { env: environmentWith({ DATA_DIR: join(folder, 'orphaned') }), silent: true });
    onTestFinished(() => void child.kill('SIGKILL'));
    // The system closes the channel in the same way when the script is killed.
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('does not start in production without settings, and names what is missing', async () => {
    const server = run({ NODE_ENV: 'production' });
    expect((await server.exit)[0]).toBe(1);
    expect(server.output()).toContain('Parley cannot start:');
    expect(server.output()).toContain('JWT_SECRET: is missing');
    expect(server.output()).toContain('PUBLIC_URL: is missing');
    expect(server.output()).toContain('OPENAI_API_KEY or OPENAI_BASE_URL: is missing');
  });

  it('reports that its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    for (const [setting, ports] of [
      ['PORT', { PORT: String(port), SANDBOX_PORT: '0' }],
      ['SANDBOX_PORT', { SANDBOX_PORT: String(port) }],
    ] as const) {
      const server = run(ports);
      expect((await server.exit)[0]).toBe(1);
      expect(server.output()).toContain(`- ${setting}: ${port} is in use`);
    }
    other.close();
  });

  it.each([
    [{ HOST: '203.0.113.7', SANDBOX_PORT: '0' }, 'HOST: this machine has no address 203.0.113.7'],
    [{ PORT: '65535' }, 'SANDBOX_PORT: 65536 isn’t a port; set it to one from 1 to 65535'],
    [{ DATA_DIR: '/dev/null/parley' }, 'DATA_DIR: can’t write to /dev/null/parley (ENOTDIR)'],
    [{ DATA_DIR: '/dev/null' }, 'DATA_DIR: can’t write to /dev/null (ENOTDIR)'],
    [
      { DATA_DIR: '/proc' },
      'DATA_DIR: can’t write to /proc (ENOENT); let this user write there or choose another folder',
    ],
    [{ DATA_DIR: `/tmp/${'x'.repeat(300)}` }, `DATA_DIR: can’t write to /tmp/${'x'.repeat(300)} (ENAMETOOLONG)`],
    [
      { DATABASE_URL: 'sqlite:/proc/x/y/parley.db' },
      "DATABASE_URL: /proc/x can’t be used (ENOENT: no such file or directory, mkdir '/proc/x'). Choose another place.",
    ],
    [{ DATABASE_URL: 'sqlite:/proc/version' }, 'DATABASE_URL: /proc/version.lock can’t be used (ENOENT: '],
    [
      { DATABASE_URL: 'sqlite:/dev/null' },
      'DATABASE_URL: /dev/null cannot be used as a database: it isn’t a file. Name a file.',
    ],
    [{ DATABASE_URL: 'sqlite:/' }, 'DATABASE_URL: / cannot be used as a database: it isn’t a file. Name a file.'],
    [
      { DATABASE_URL: 'mongodb://127.0.0.1:1/parley?serverSelectionTimeoutMS=3000' },
      'DATABASE_URL: The database parley at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1. Check that it runs, its address, user and password.',
    ],
    [{ DATABASE_URL: 'mongodb://a:secret@b/c@d' }, 'DATABASE_URL: This isn’t a valid MongoDB URL: '],
  ])('explains why it cannot start, and what to do: %j', async (settings, problem) => {
    const server = run(settings);
    expect((await server.exit)[0]).toBe(1);
    expect(server.output()).toContain(`Parley cannot start:\n  - ${problem}`);
    expect(server.output()).not.toMatch(/^ +at |^\w+Error/m);
  });

  it('names a file that is no database', async () => {
    const file = join(folder, 'words.txt');
    writeFileSync(file, 'These are words.\n'.repeat(100));
    const server = run({ DATABASE_URL: `sqlite:${file}` });
    expect((await server.exit)[0]).toBe(1);
    expect(server.output()).toContain(
      `DATABASE_URL: The file ${file} cannot be used as a database: file is not a database. Check its disk and its owner, or name another file.`,
    );
  });

  it('reports that another process already uses the database, without a stack', async () => {
    const first = run({ DATA_DIR: join(folder, 'taken') });
    await first.ready();
    const second = run({ DATA_DIR: join(folder, 'taken'), SANDBOX_PORT: '0' });
    expect((await second.exit)[0]).toBe(1);
    expect(second.output()).toMatch(
      new RegExp(
        `Parley cannot start:\\n  - DATA_DIR: The database .* is in use by process ${first.child.pid}\\. Stop that process`,
      ),
    );
    expect(second.output()).not.toContain('    at ');
    first.child.kill('SIGKILL');
    await first.exit;
    const third = run({ DATA_DIR: join(folder, 'taken'), SANDBOX_PORT: '0' });
    await third.ready();
  });

  it('reports a full disk without a stack', async () => {
    const { code, output } = await startWithLittleRoom(64, 'main.ts', [], { DATA_DIR: join(folder, 'full') }).ended;
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /^Parley cannot start:\n {2}- DATA_DIR: The disk failed \(disk I\/O error\)\. Check its free space/,
      ),
    ]);
    expect(output).not.toContain('    at ');
  });

  it('warns about a misspelled setting, and never logs a password, a token or a message', async () => {
    const server = run({ LOG_LEVEL: 'trace', SANDBOX_FAULTS: '1', PUBLC_URL: 'https://chat.example.com' });
    const client = clientOf(await server.ready());
    expect(server.output()).toContain('PUBLC_URL in the environment isn’t a Parley setting; did you mean PUBLIC_URL?');
    const token = await client.signUp('mira@example.com');
    await (await client.send(token, { text: 'a very private question [[500]]' })).all();
    await client.call('GET', '/api/chat/history?secret=1', token);
    server.child.kill('SIGTERM');
    await server.exit;
    expect(server.output()).toContain('/api/chat/stream');
    for (const secret of ['tangerine', token, 'private', 'mira@example.com', 'secret=1']) {
      expect(server.output()).not.toContain(secret);
    }
  });
});
