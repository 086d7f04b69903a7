import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { cableTest } from './support/stack/cable.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { userTest, visitorTest } from './support/test.ts';

const PALETTE = /\/assets\/palette-[^/]+\.js$/;
const LANDING = /\/assets\/landing-[^/]+\.js$/;
/** Milliseconds: longer than any pause between two attempts to reach the server. */
const LONGEST_PAUSE = 8000;
const NO_ANSWER = 'Can’t reach the server. You can read recent conversations. Messages will send when you reconnect.';

/** Counts page loads from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => void (request.isNavigationRequest() && loads++));
  return () => loads;
}

/** Presses Ctrl+K until this is there: a first press may meet the page that is about to reload. */
const pressUntil = (page: Page, wanted: Locator) =>
  expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(wanted).toBeVisible({ timeout: 3000 });
  }).toPass();

const goneAsText = (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' });
const goneAsPage = (route: Route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Hello' });

/** Opens the page as an old build, which imports a palette chunk that the server no longer has. */
async function openOldBuild(page: Page): Promise<void> {
  let isOld = true;
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    try {
      const response = await route.fetch();
      const script = await response.text();
      const body = isOld ? script.replaceAll(/palette-[\w-]+\.js/g, 'palette-OLDBUILD.js') : script;
      await route.fulfill({ response, body, headers: { ...response.headers(), 'cache-control': 'no-store' } });
    } catch {
      // The page reloaded meanwhile and no longer waits for this script.
    }
  });
  await page.goto('/');
  page.on('framenavigated', () => {
    isOld = false;
  });
}

userTest('a chunk that a new build removed loads after one reload, and the draft survives', async ({ page, chat }) => {
  await openOldBuild(page);
  await chat.box.fill('half a thought');
  const loads = countLoads(page);
  await page.keyboard.press('Control+k');
  await expect.poll(loads).toBe(1);
  await expect(chat.box).toHaveValue('half a thought');
  await pressUntil(page, page.getByRole('combobox'));
  expect(loads()).toBe(1);
});

userTest('a chunk that always fails shows an error after one reload, however it fails', async ({ page, chat }) => {
  await page.route(PALETTE, goneAsText);
  await page.goto('/');
  await chat.box.fill('half a thought');
  const loads = countLoads(page);
  await page.keyboard.press('Control+k');
  await expect.poll(loads).toBe(1);
  await expect(chat.box).toHaveValue('half a thought');
  const problem = page.getByRole('alert').filter({ hasText: 'Loading chunk palette failed' });
  await pressUntil(page, problem);
  await expectAccessible(page);
  await expect(chat.box).toHaveValue('half a thought');
  const again = problem.getByRole('button', { name: 'Try again' });
  for (const answer of [goneAsPage, (route: Route) => route.abort()]) {
    await page.unroute(PALETTE);
    await page.route(PALETTE, answer);
    await Promise.all([page.waitForRequest(PALETTE), again.click()]);
    await expect(problem).toBeVisible();
    await expect(page.getByRole('combobox')).toHaveCount(0);
  }
  await page.unroute(PALETTE);
  await again.click();
  await expect(page.getByRole('combobox')).toBeVisible();
  await expect(problem).toHaveCount(0);
  expect(loads()).toBe(1);
});

userTest('a chunk that fails to load once is retried without a reload', async ({ page, chat }) => {
  await page.route(PALETTE, goneAsText, { times: 1 });
  await page.goto('/');
  await expect(chat.box).toBeVisible();
  const loads = countLoads(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeVisible();
  expect(loads()).toBe(0);
});

userTest('the composer stays at the bottom while the messages cannot load', async ({ page, chat, context }) => {
  await page.goto('/');
  await expect(chat.box).toBeFocused();
  const bottom = async () => ((await chat.send.boundingBox())?.y ?? 0) > (page.viewportSize()?.height ?? 0) - 120;
  expect(await bottom()).toBe(true);
  await context.setOffline(true);
  await chat.ask('What is 6 * 7?');
  await expect(page.getByRole('alert').filter({ hasText: 'Loading chunk messages failed' })).toBeVisible();
  expect(await bottom()).toBe(true);
});

userTest(
  'a chunk that fails to load offline shows an error and loads after reconnecting',
  async ({ page, chat, context }) => {
    await page.goto('/');
    await expect(chat.box).toBeVisible();
    await context.setOffline(true);
    await page.keyboard.press('Control+k');
    const problem = page.getByRole('alert').filter({ hasText: 'Loading chunk palette failed' });
    await expect(problem).toBeVisible();
    await problem.getByRole('button', { name: 'Dismiss' }).click();
    await expect(problem).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await expect(problem).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('combobox')).toBeVisible();
  },
);

visitorTest('a page whose chunk fails reloads once, shows an error, and loads with Try again', async ({ page }) => {
  await page.route(LANDING, goneAsText);
  const loads = countLoads(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Loading chunk landing failed.');
  await expect(page.getByRole('link', { name: 'Go to home page' })).toHaveAttribute('href', '/');
  await expectAccessible(page);
  expect(loads()).toBe(2);
  await page.unroute(LANDING);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Try for free' })).toBeVisible();
  expect(loads()).toBe(2);
});

visitorTest('an app whose script fails reloads once and then shows an error', async ({ page }) => {
  const entry = /\/assets\/index-[^/]+\.js$/;
  await page.route(entry, goneAsText);
  const loads = countLoads(page);
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('Loading chunk app failed.');
  expect(loads()).toBe(2);
  await page.unroute(entry);
  await page.getByRole('link', { name: 'Reload' }).click();
  await expect(page.getByRole('button', { name: 'Try for free' })).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

visitorTest('a page whose chunk never arrives fails after two minutes', async ({ page }) => {
  await page.clock.install();
  await page.route(LANDING, () => {});
  await page.goto('/');
  await expect(page.getByRole('status')).toHaveText('Loading Parley...');
  await page.clock.runFor(121_000);
  await expect(page.getByRole('alert')).toHaveText('Loading chunk landing failed.');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

userTest('a page that throws hides the error’s details and can be reloaded', async ({ page, chat }) => {
  const id = crypto.randomUUID();
  let isBroken = true;
  await page.route(`**/api/chat/${id}?*`, async (route) => {
    if (!isBroken) return route.continue();
    // No server sends a name that is not a string.
    const attachment = { id: 'f', kind: 'text', name: { secret: 'inside' }, type: 'text/plain', size: 1, url: '/f' };
    const at = '2026-01-01T00:00:00.000Z';
    const message = { id: 'm', text: 'Hi', isUser: true, timestamp: at, status: 'complete', attachments: [attachment] };
    const conversation = { id, title: 'Tides', updatedAt: at };
    return route.fulfill({ json: { success: true, conversation, messages: [message], nextBefore: null } });
  });
  await page.goto(`/c/${id}`);
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/secret|Objects are not valid|TypeError|https?:/);
  isBroken = false;
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(chat.box).toBeVisible();
});

userTest('a page older than its server offers a reload and keeps working', async ({ page, chat }) => {
  await page.goto('/');
  await chat.ask('What is 6 * 7? [[fast]]');
  await page.route('**/api/chat/history?*', (route) => route.fulfill({ json: { success: true, items: [] } }));
  await page.reload();
  const notice = page.getByRole('status').filter({ hasText: 'Parley was updated. Reload to continue.' });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('navigation').getByText('What is 6 * 7?').first()).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(chat.box).toBeVisible();
  await expect(notice).toHaveCount(0);
});

cableTest('a user stays signed in when the server is down at startup', async ({ page, chat, cable }) => {
  await page.clock.install();
  await page.route(
    '**/api/auth/me',
    async (route) => {
      // The boot script asks before the app's scripts have come.
      await page.locator('#root main').waitFor({ state: 'attached' });
      cable.pull();
      await route.abort();
    },
    { times: 1 },
  );
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('You’re still signed in');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
  const loads = countLoads(page);
  cable.plugIn();
  await page.clock.runFor(LONGEST_PAUSE);
  await expect(chat.box).toBeVisible();
  expect(loads()).toBe(0);
});

userTest('a session check that fails with 503 is retried automatically', async ({ page, chat }) => {
  const seen = Promise.withResolvers<void>();
  let checks = 0;
  await page.route('**/api/auth/me', async (route) => {
    if (++checks <= 3) return route.fulfill({ status: 503, body: 'later' });
    // Otherwise the notice could come and go between two looks.
    await seen.promise;
    return route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  seen.resolve();
  await expect(chat.box).toBeVisible();
});

userTest('a session check without a response times out and ends the loading screen', async ({ page, chat }) => {
  await page.addInitScript(() => {
    const timeouts: AbortController[] = [];
    AbortSignal.timeout = () => (timeouts[timeouts.push(new AbortController()) - 1] as AbortController).signal;
    const timeOut = () => timeouts.forEach((each) => each.abort(new DOMException('Too late', 'TimeoutError')));
    Object.assign(globalThis, { timeOut });
  });
  const seen = Promise.withResolvers<void>();
  let checks = 0;
  await page.route('**/api/auth/me', async (route) => {
    if (++checks === 1) return;
    // Otherwise the notice could come and go between two looks.
    await seen.promise;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('status')).toHaveText('Loading Parley...');
  await expect.poll(() => checks).toBe(1);
  await page.evaluate('timeOut()');
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  seen.resolve();
  await expect(chat.box).toBeVisible();
});

cableTest(
  'the chat and other pages report an unreachable server until it is back',
  async ({ page, chat, cable, context }) => {
    const other = await context.newPage();
    await context.clock.install();
    await other.goto('/status');
    await page.goto('/');
    await expect(chat.box).toBeVisible();
    cable.pull();
    await chat.ask('What is 6 * 7?');
    await expect(page.getByRole('status').filter({ hasText: NO_ANSWER })).toBeVisible();
    await other.clock.runFor(31_000);
    await expect(other.getByText('Can’t reach the server.')).toBeVisible();
    cable.plugIn();
    await page.clock.runFor(LONGEST_PAUSE);
    await expect(page.getByText(NO_ANSWER)).toHaveCount(0);
    await other.clock.runFor(9000);
    await expect(other.getByText('Can’t reach the server.')).toHaveCount(0);
    await expect(chat.texts.last()).toContainText('42');
  },
);

cableTest('conversations that failed to load are fetched once the server is back', async ({ page, chat, cable }) => {
  await page.clock.install();
  await page.route('**/api/chat/history**', (route) => route.abort(), { times: 2 });
  await page.goto('/');
  await expect(chat.box).toBeVisible();
  cable.pull();
  await chat.ask('What is 6 * 7?');
  await expect(page.getByText(NO_ANSWER)).toBeVisible();
  const asked = page.waitForRequest('**/api/chat/history**');
  cable.plugIn();
  await page.clock.runFor(LONGEST_PAUSE);
  await asked;
  await expect(page.getByText(NO_ANSWER)).toHaveCount(0);
});

visitorTest('a visitor sees the offline notice until the browser is online again', async ({ page, context }) => {
  for (const address of ['/', '/help']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // A page that lacks a part reloads once it is online again.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await expect(page.getByText('You’re offline.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('You’re offline.')).toHaveCount(0);
  }
});
