import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { signIn } from './desktop.assertions.ts';
import { test } from './support/test.ts';

const message = { name: 'Message' } as const;

test('the token is in the keychain: another system cannot read the file, and nobody but its owner may', async ({
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

for (const keychain of ['basic_text', 'none'] as const) {
  test(`where the keychain is ${keychain} nothing is written, the person is told once, and asked at each start`, async ({
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
    expect(first.world.dialogs.map(({ message }) => message)).toEqual(['You will be asked to sign in at each start.']);
    await first.close();
    const again = await start();
    await expect((await again.window()).getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  });
}

test('signing out leaves nothing behind', async ({ start, account }) => {
  const app = await start();
  const page = await app.window();
  await signIn({ page }, account);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  await app.close();
  const again = await start();
  await expect((await again.window()).getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
});

test('the window comes back where it was, if there is a screen there', async ({ start, machine }) => {
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
});

for (const broken of [
  '',
  '{"window":{"bounds":{"width":-1}},"serverUrl":"http://evil.example","quickAskKeys":7}',
  '[]',
  'x'.repeat(9999),
]) {
  test(`starts with settings that are none: ${broken.slice(0, 30)}`, async ({ start, machine }) => {
    writeFileSync(join(machine.userData, 'settings.json'), broken);
    writeFileSync(join(machine.userData, 'secrets'), broken);
    const app = await start();
    const page = await app.window();
    await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
    await expect(page.getByRole('textbox', message)).toBeHidden();
  });
}
