import { expect } from '@playwright/test';
import { signIn } from './desktop.assertions.ts';
import { PAGE_ORIGIN } from './harness/fake/page-url.ts';
import { launch } from './harness/launch.ts';
import { test } from './support/test.ts';

const CODE = `${'c'.repeat(43)}.0f8fad5b-d9cb-469f-a165-70867728950e`;
const LINK = `parley://auth?code=${CODE}&state=${'s'.repeat(43)}`;
const NOT_WAITED_FOR = /sign-in link was opened that this window is not waiting for/;

test('runs once: a second start shows the window of the first and ends', async ({ start, browser, machine }) => {
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
  test(`a link that the app is started with reaches the page: ${platform}`, async ({ start, machine }) => {
    machine.platform = platform;
    const app = await start({ argv: ['--some-switch', LINK] });
    await expect((await app.window()).getByText(NOT_WAITED_FOR)).toBeVisible();
    expect(app.world.app.userModelId).toBe(platform === 'win32' ? 'com.parley.desktop' : '');
  });
}

test('a link that a Mac opens the app with, before it is ready and later, reaches the page', async ({
  start,
  machine,
}) => {
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

test('links that are none only bring the window to the front', async ({ start }) => {
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

test('is the app for these links once it is packed, and not before', async ({ start }) => {
  const app = await start();
  expect(app.world.app.schemes).toEqual([]);
  await app.close();
  const packed = await start({ isPackaged: true });
  expect(packed.world.app.schemes).toEqual(['parley']);
});

test('signs in by way of the system’s browser, from the button to the chat', async ({
  start,
  account,
  stack,
  browser,
}) => {
  const app = await start();
  const page = await app.window();
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByRole('button', { name: 'Continue in your browser' }).click();
  await expect.poll(() => app.world.openedOutside).toHaveLength(1);
  const address = new URL(app.world.openedOutside[0]!);
  expect(address.pathname).toBe('/desktop-sign-in');

  // What that page does in the browser, by its calls.
  const answer = await fetch(`${stack.url}/api/auth/desktop/code`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${account.token}` },
    body: JSON.stringify({ challenge: address.searchParams.get('challenge') }),
  });
  const { code } = (await answer.json()) as { code: string };
  app.startAgain(`parley://auth?code=${code}&state=${address.searchParams.get('state')}`);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();

  // Another app that has caught the link has no verifier.
  const thief = await fetch(`${stack.url}/api/auth/desktop/exchange`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code, verifier: 'v'.repeat(43) }),
  });
  expect(thief.status).toBeGreaterThanOrEqual(400);
  expect(browser.isConnected()).toBe(true);
});

test('pays in the system’s browser, and knows at once that it is Premium', async ({
  start,
  account,
  stack,
  browser,
}) => {
  const app = await start();
  const page = await app.window();
  await signIn({ page }, account);
  await page.getByRole('button', { name: 'Upgrade to Premium' }).first().click();
  await page.getByRole('button', { name: 'Subscribe Now' }).click();
  await expect.poll(() => app.world.openedOutside).toHaveLength(1);
  const checkout = app.world.openedOutside[0]!;
  expect(new URL(checkout).origin).toBe(new URL(stack.sandboxUrl).origin);
  await expect(page.getByRole('button', { name: 'Subscribe Now' })).toBeVisible();

  const outside = await browser.newContext();
  const till = await outside.newPage();
  await till.goto(checkout);
  await till.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('button', { name: 'Subscribe Now' })).toBeHidden();
  expect(page.url()).toContain(PAGE_ORIGIN);
  await outside.close();
});
