import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Account } from '@parley/web/account';
import type { Stack } from '@parley/web/stack';
import { signIn } from './desktop.assertions.ts';
import { PAGE_ORIGIN } from './harness/fake/page-url.ts';
import { ask, replyEnded } from './support/ask.ts';
import { test } from './support/test.ts';

const message = { name: 'Message' } as const;

test('the stored token is readable only with this machine’s keychain and by its owner', async ({
  start,
  machine,
  account,
}) => {
  const first = await start();
  await signIn({ page: await first.window() }, account);
  await first.close();
  const file = join(machine.userData, 'secrets');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  machine.keychainKey = Buffer.alloc(32, 7);
  const other = await start();
  await expect((await other.window()).getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
});

test('the token is never sent to a server that did not issue it', async ({ start, stack, account }) => {
  const first = await start();
  await signIn({ page: await first.window() }, account);
  await first.close();
  const tokens: string[] = [];
  const other = createServer((request, answer) => {
    if (request.headers.authorization !== undefined) tokens.push(request.headers.authorization);
    void fetch(`${stack.url}${request.url}`).then(async (given) => {
      answer.writeHead(given.status, {
        'Access-Control-Allow-Origin': PAGE_ORIGIN,
        'Content-Type': 'application/json',
      });
      answer.end(await given.text());
    });
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  try {
    const elsewhere = await start({ server: `http://127.0.0.1:${(other.address() as AddressInfo).port}` });
    await expect((await elsewhere.window()).getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
    expect(tokens).toEqual([]);
    await elsewhere.close();
  } finally {
    other.closeAllConnections();
    other.close();
  }
  const back = await start();
  await expect((await back.window()).getByRole('textbox', message)).toBeVisible();
});

test('the language is kept on this machine and given to Chromium at the next start', async ({ start, machine }) => {
  const first = await start();
  // Not awaited: where Japanese is built, the page opens again at once.
  await (await first.window()).evaluate(() => void window.desktop.setLanguage('ja'));
  const file = join(machine.userData, 'settings.json');
  await expect.poll(() => existsSync(file) && JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ language: 'ja' });
  expect(first.world.app.switches).not.toContain('lang=ja');
  await first.close();
  const again = await start();
  expect(again.world.app.switches).toContain('lang=ja');
});

test('quitting in the middle of a reply loses nothing', async ({ start, stack, account }) => {
  const first = await start();
  const page = await first.window();
  await signIn({ page }, account);
  await ask(page, 'What are tides?');
  first.choose('File', 'New Chat');
  await expect(page.getByRole('button', { name: 'Retry generation' })).toBeHidden();
  await page.getByRole('textbox', message).fill('[[slow]] Tell me about tides');
  await page.getByRole('textbox', message).press('Enter');
  // Until the server has the message, it exists only in page storage.
  await expect.poll(() => conversationsOf(stack, account)).toBe(2);
  await first.close();

  // In the harness, page storage does not survive a restart: all of this comes from the server.
  const again = await start();
  const after = await again.window();
  const sidebar = after.getByRole('complementary');
  await expect(sidebar.getByText('What are tides?')).toBeVisible();
  await sidebar.getByText(/^\[\[slow\]\] Tell/).click();
  await replyEnded(after);
  await expect(after.getByRole('main').getByText('Tell me about tides').first()).toBeVisible();
});

for (const keychain of ['basic_text', 'none'] as const) {
  test(`keychain ${keychain} stores no token, warns once, and asks to sign in at every start`, async ({
    start,
    machine,
    account,
  }) => {
    machine.keychain = keychain;
    const first = await start();
    const page = await first.window();
    await signIn({ page }, account);
    expect(existsSync(join(machine.userData, 'secrets'))).toBe(false);
    await page.evaluate((token) => window.desktop.keepSecret('token', token), account.token);
    expect(first.world.dialogs.map(({ message }) => message)).toEqual([
      'You’ll need to sign in each time you open the app.',
    ]);
    await first.close();
    const again = await start();
    await expect((await again.window()).getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  });
}

test('signing out removes the stored token', async ({ start, account }) => {
  const app = await start();
  const page = await app.window();
  await signIn({ page }, account);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  await app.close();
  const again = await start();
  await expect((await again.window()).getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
});

test('the window restores its bounds if they are on a screen', async ({ start, machine }) => {
  const first = await start();
  await first.window();
  expect(first.fakeWindow().bounds).toMatchObject({ width: 1280, height: 800 });
  first.fakeWindow().setBounds({ x: 100, y: 60, width: 900, height: 700 });
  await first.close();
  const again = await start();
  expect(again.fakeWindow().bounds).toEqual({ x: 100, y: 60, width: 900, height: 700 });
  await again.close();
  const file = join(machine.userData, 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as { window: { bounds: object } };
  settings.window.bounds = { x: 9000, y: 60, width: 900, height: 700 };
  writeFileSync(file, JSON.stringify(settings));
  const elsewhere = await start();
  expect(elsewhere.fakeWindow().bounds).toMatchObject({ x: 0, width: 1280, height: 800 });
  elsewhere.fakeWindow().maximize();
  await elsewhere.close();
  const large = await start();
  await large.window();
  await expect.poll(() => large.fakeWindow().isMaximized()).toBe(true);
  await large.close();
  // From a larger screen that is gone.
  settings.window.bounds = { x: 60, y: 100, width: 2400, height: 900 };
  writeFileSync(file, JSON.stringify(settings));
  const smaller = await start();
  expect(smaller.fakeWindow().bounds).toEqual({ x: 0, y: 100, width: 1920, height: 900 });
});

for (const broken of [
  '',
  '{"window":{"bounds":{"width":-1}},"serverUrl":"http://evil.example","quickAskKeys":7}',
  '[]',
  'x'.repeat(9999),
]) {
  test(`the app starts with invalid settings: ${broken.slice(0, 30)}`, async ({ start, machine }) => {
    writeFileSync(join(machine.userData, 'settings.json'), broken);
    writeFileSync(join(machine.userData, 'secrets'), broken);
    const app = await start();
    const page = await app.window();
    await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
    await expect(page.getByRole('textbox', message)).toBeHidden();
  });
}

async function conversationsOf({ url }: Stack, { token }: Account): Promise<number> {
  const answer = await fetch(`${url}/api/chat/history`, { headers: { Authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { conversations: unknown[] }).conversations.length;
}
