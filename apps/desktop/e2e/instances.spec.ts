import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Browser } from '@playwright/test';
import type { Stack } from '@parley/web/stack';
import { signIn, signInByForm } from './desktop.assertions.ts';
import { PAGE_ORIGIN } from './harness/fake/page-url.ts';
import { launch, type HarnessApp } from './harness/launch.ts';
import { test } from './support/test.ts';

const CODE = `${'c'.repeat(43)}.0f8fad5b-d9cb-469f-a165-70867728950e`;
const LINK = `parley://auth?code=${CODE}&state=${'s'.repeat(43)}`;
const NOT_WAITED_FOR = /sign-in link isn’t for this window/;

test('a second instance focuses the first one’s window and quits', async ({ start, browser, machine }) => {
  const first = await start();
  await first.window();
  first.fakeWindow().hide();
  const second = await launch(browser, { machine });
  expect(second.world.app.hasQuit).toBe(true);
  expect(second.world.windows.size).toBe(0);
  expect(first.fakeWindow().isFocused()).toBe(true);
  await second.world.context.close();
});

for (const platform of ['linux', 'win32'] as const) {
  test(`a link passed at launch reaches the page on ${platform}`, async ({ start, machine }) => {
    machine.platform = platform;
    const app = await start({ argv: ['--some-switch', LINK] });
    await expect((await app.window()).getByText(NOT_WAITED_FOR)).toBeVisible();
    expect(app.world.app.userModelId).toBe(platform === 'win32' ? 'com.parley.desktop' : '');
  });
}

test('a link opened on macOS reaches the page before and after the app is ready', async ({ start, machine }) => {
  machine.platform = 'darwin';
  const app = await start({ linkBeforeReady: LINK });
  const page = await app.window();
  await expect(page.getByText(NOT_WAITED_FOR)).toBeVisible();
  app.fakeWindow().hide();
  let isPrevented = false;
  app.world.app.emit('open-url', { preventDefault: () => (isPrevented = true) }, LINK);
  expect(isPrevented).toBe(true);
  expect(app.fakeWindow().isVisible()).toBe(true);
});

test('an invalid link does not reach the page', async ({ start }) => {
  const app = await start({
    argv: ['parley://auth?code=../../etc/passwd&state=x', `PARLEY://evil/${'x'.repeat(9000)}`],
  });
  const page = await app.window();
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  app.startAgain('parley://auth/%2e%2e?code=1');
  await expect(page.getByText(NOT_WAITED_FOR)).toBeHidden();
  expect(page.context().pages()).toHaveLength(1);
  expect(app.world.openedOutside).toEqual([]);
});

test('only the packed app registers as the handler of parley links', async ({ start }) => {
  const app = await start();
  expect(app.world.app.schemes).toEqual([]);
  await app.close();
  const packed = await start({ isPackaged: true });
  expect(packed.world.app.schemes).toEqual(['parley']);
});

test('an AppImage registers itself as the link handler, and again after it has moved', async ({ start, machine }) => {
  const bin = join(machine.userData, 'bin');
  const asked = join(machine.userData, 'asked');
  mkdirSync(bin);
  writeFileSync(join(bin, 'xdg-mime'), `#!/bin/sh\necho "$@" >> '${asked}'\n`, { mode: 0o755 });
  machine.env = {
    APPIMAGE: '/home/ada/My "100%" $apps/Parley.AppImage',
    XDG_DATA_HOME: machine.userData,
    PATH: `${bin}:/bin:/usr/bin`,
  };
  const app = await start({ isPackaged: true });
  expect(app.world.app.schemes).toEqual([]);
  const entry = join(machine.userData, 'applications', 'parley-appimage.desktop');
  const written = readFileSync(entry, 'utf8').split('\n');
  expect(written).toContain(String.raw`Exec="/home/ada/My \\"100%%\\" \\$apps/Parley.AppImage" %u`);
  expect(written).toContain('MimeType=x-scheme-handler/parley;');
  const said = 'default parley-appimage.desktop x-scheme-handler/parley\n';
  await expect.poll(() => existsSync(asked) && readFileSync(asked, 'utf8')).toBe(said);
  await app.close();

  await (await start({ isPackaged: true })).close();
  machine.env['APPIMAGE'] = '/home/ada/Parley.AppImage';
  await start({ isPackaged: true });
  await expect.poll(() => readFileSync(asked, 'utf8')).toBe(said.repeat(2));
  expect(readFileSync(entry, 'utf8')).toContain('Exec="/home/ada/Parley.AppImage" %u');
});

for (const platform of ['linux', 'win32', 'darwin'] as const) {
  test(`the app signs in through the system’s browser on ${platform}`, async ({ start, machine, account, stack }) => {
    machine.platform = platform;
    const app = await start();
    const page = await app.window();
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await page.getByRole('button', { name: 'Continue in your browser' }).click();
    await expect.poll(() => app.world.openedOutside).toHaveLength(1);
    const address = new URL(app.world.openedOutside[0] ?? '');
    expect(address.pathname).toBe('/desktop-sign-in');

    // The API calls that this page makes in the browser.
    const challenge = address.searchParams.get('challenge');
    const { code } = (await post(stack, 'code', { challenge }, account.token).then((answer) => answer.json())) as {
      code: string;
    };
    // Another app that intercepts the link has no verifier.
    expect((await post(stack, 'exchange', { code, verifier: 'v'.repeat(43) })).status).toBe(400);
    const link = `parley://auth?code=${code}&state=${address.searchParams.get('state')}`;
    const open = () => {
      if (platform === 'darwin') app.world.app.emit('open-url', { preventDefault() {} }, link);
      else app.startAgain(link);
    };
    app.fakeWindow().hide();
    open();
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
    expect(app.fakeWindow().isVisible()).toBe(true);
    // Used again, the link is invalid and harmless.
    open();
    await expect(page.getByText('You’re already signed in')).toBeVisible();
  });
}

test('the app signs in with the form in its own window', async ({ start, account }) => {
  const app = await start();
  const page = await app.window();
  await signInByForm(page, account);
  expect(app.world.openedOutside).toEqual([]);
  await app.close();
  const again = await start();
  await expect((await again.window()).getByRole('textbox', { name: 'Message' })).toBeVisible();
});

test('checkout and portal open in the system’s browser, and Premium arrives by event', async ({
  start,
  account,
  stack,
  browser,
}) => {
  const app = await start();
  const page = await app.window();
  await signIn({ page }, account);
  const checkout = await openCheckout(app);
  expect(new URL(checkout).origin).toBe(new URL(stack.sandboxUrl).origin);
  app.fakeWindow().blur();
  await pay(browser, checkout);
  // From the server's event, since the window was not focused.
  await expect(page.getByRole('button', { name: 'Subscribe Now' })).toBeHidden();
  expect(page.url()).toContain(PAGE_ORIGIN);

  await page.goto(`${PAGE_ORIGIN}/`);
  app.choose('File', 'Settings');
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('link', { name: 'Manage' }).click();
  await expect.poll(() => app.world.openedOutside).toHaveLength(2);
  expect(new URL(app.world.openedOutside[1] ?? '').origin).toBe(new URL(stack.sandboxUrl).origin);
  expect(page.context().pages()).toHaveLength(1);
});

test('the app refreshes its subscription on focus when it receives no events', async ({ start, account, browser }) => {
  const app = await start();
  const page = await app.window();
  await signIn({ page }, account);
  await page.context().route('**/api/events*', (route) => route.abort());
  await page.reload();
  const checkout = await openCheckout(app);
  await pay(browser, checkout);
  // Retries, since the server asks Stripe only every few seconds. The app's own refresh may come first.
  await expect(async () => {
    await page.evaluate(() => void window.dispatchEvent(new Event('focus')));
    await expect(page.getByRole('button', { name: 'Subscribe Now' })).toBeHidden({ timeout: 1000 });
  }).toPass();
});

const post = (stack: Stack, call: 'code' | 'exchange', body: object, token?: string) =>
  fetch(`${stack.url}/api/auth/desktop/${call}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });

/** Opens the checkout from the chat and resolves to the address opened in the system's browser. */
async function openCheckout(app: HarnessApp): Promise<string> {
  const page = await app.window();
  await page.getByRole('button', { name: 'Upgrade to Premium' }).first().click();
  await page.getByRole('button', { name: 'Subscribe Now' }).click();
  await expect.poll(() => app.world.openedOutside).toHaveLength(1);
  await expect(page.getByRole('button', { name: 'Subscribe Now' })).toBeVisible();
  return app.world.openedOutside[0] ?? '';
}

/** Pays at this checkout in another browser. */
async function pay(browser: Browser, checkout: string): Promise<void> {
  const outside = await browser.newContext();
  const till = await outside.newPage();
  await till.goto(checkout);
  await till.getByRole('button', { name: /^Pay \$/ }).click();
  await till.waitForURL((url) => url.href !== checkout);
  await outside.close();
}
