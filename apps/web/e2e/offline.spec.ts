import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { signedIn } from './support/account.ts';
import { chatOn } from './support/pages/chat.ts';
import { deploymentsBefore, type Deployments } from './support/stack/deployments.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import {
  countCachedConversations,
  expectCached,
  expectSettingsCached,
  readCaches,
  skipToCaching,
  WHILE_CACHING,
} from './support/caches.ts';
import { closeOverlay } from './support/pages/close-overlay.ts';
import { killableTest } from './support/stack/killable.ts';
import { storedQuestions } from './support/stack/stored.ts';

/** Milliseconds. The tests load all files of the build, some of them twice. */
const LONG = 120_000;
const OFFLINE = 'You’re offline.';

/** Runs in the page: where the browser says that it got an answer of the API from. */
function sourceOfApi(): Promise<string | undefined> {
  const path = '/api/status?source';
  return new Promise((resolve) => {
    // The clock that a test installs hides the entries of `performance`.
    new PerformanceObserver((list) => {
      const entry = list.getEntries().find(({ name }) => name.endsWith(path));
      if (entry) resolve((entry as PerformanceEntry & { workerFinalSourceType?: string }).workerFinalSourceType);
    }).observe({ type: 'resource' });
    void fetch(path).then((response) => response.text());
  });
}

/** A test with a new user and a service worker, on a stack that it may kill. */
const offlineTest = killableTest.extend({
  serviceWorkers: 'allow',
  ownSettings: { FREE_MESSAGES: '1000' },
  page: async ({ page }, use) => {
    await page.clock.install();
    await use(page);
  },
});

offlineTest(
  'the chat opens offline and sends queued messages once and in order after reconnecting',
  async ({ page, chat, account, stack, context }) => {
    offlineTest.setTimeout(LONG);
    const asked = ['What is 6 * 7?', 'What is 6 * 8?', 'What is 6 * 9?'];
    const ids: string[] = [];
    for (const question of asked) ids.push(await account.ask(question));
    const headers = { Authorization: `Bearer ${account.token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ id: randomUUID(), text: 'Keeps bees.' });
    await fetch(`${stack.url}/api/account/memories`, { method: 'POST', headers, body });
    await page.goto('/');
    await expect(chat.box).toBeEditable();
    await expectCached(page, 3);
    await expectSettingsCached(page);
    // No call of the API waits until the browser has started the worker.
    expect(await page.evaluate(sourceOfApi)).toBe('network');
    const shared = await account.share(ids[0] ?? '');

    await stack.kill();
    await context.setOffline(true);
    // A shared page can be revoked: neither it nor the app is shown instead.
    const tab = await context.newPage();
    await expect(tab.goto(shared)).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
    await tab.close();
    await page.reload();
    await expect(page.getByText(OFFLINE)).toBeVisible();
    const open = (id = '') => chat.sidebar.locator(`a[href="/c/${id}"]`).click();
    for (const [index, answer] of ['42', '48', '54'].entries()) {
      await open(ids[index]);
      await expect(chat.questions).toHaveText([asked[index] ?? '']);
      await expect(chat.texts).toContainText(answer);
    }
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Manage memory' }).click();
    await expect(page.getByText('Keeps bees.')).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('button', { name: 'Write instructions' })).toBeEnabled();
    await closeOverlay(page);
    const waiting = page.locator('[data-waiting]');
    await open(ids[0]);
    await expect(chat.questions).toHaveText([asked[0] ?? '']);
    await chat.ask('What is 7 * 7?');
    await expect(waiting).toContainText(['What is 7 * 7?']);
    await open(ids[1]);
    await expect(chat.questions).toHaveText([asked[1] ?? '']);
    await chat.ask('What is 7 * 8?');
    await chat.ask('What is 7 * 9?');
    await expect(waiting).toContainText(['What is 7 * 8?', 'What is 7 * 9?']);
    await expectAccessible(page);
    await chat.startNewChat();
    await chat.ask('What is 8 * 8?');
    await expect(waiting).toContainText(['What is 8 * 8?']);
    await page.reload();
    await expect(waiting).toContainText(['What is 8 * 8?']);

    await stack.start();
    await context.setOffline(false);
    await expect(waiting).toHaveCount(0);
    await expect(chat.texts).toContainText('64');
    await expect.poll(async () => (await storedQuestions(stack, account)).length).toBe(7);
    const stored = (await storedQuestions(stack, account))
      .toSorted((a, b) => a.timestamp.localeCompare(b.timestamp))
      .map(({ text }) => text);
    expect(stored.slice(3)).toEqual(['What is 7 * 7?', 'What is 7 * 8?', 'What is 7 * 9?', 'What is 8 * 8?']);
    await open(ids[1]);
    await expect(chat.texts).toHaveCount(3);
    expect(await account.messagesUsed()).toBe(7);
  },
);

offlineTest(
  'the app can be installed, and signing out removes the user’s offline data',
  async ({ page, account, context, chat }) => {
    offlineTest.setTimeout(LONG);
    await account.ask('What is a tangerine?');
    await page.goto('/');
    await expect(chat.box).toBeEditable();
    await expectCached(page, 1);
    const devtools = await context.newCDPSession(page);
    const { url, errors, data } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(new URL(url).pathname).toBe('/manifest.webmanifest');
    const manifest = JSON.parse(data ?? '') as { icons: { src: string; sizes: string }[] };
    expect(manifest).toMatchObject({ id: '/', name: 'Parley', start_url: '/', display: 'standalone' });
    for (const { src, sizes } of manifest.icons.filter(({ src }) => src.endsWith('.png'))) {
      const size = await page.evaluate(async (address) => {
        const picture = new Image();
        picture.src = address;
        await picture.decode();
        return `${picture.naturalWidth}x${picture.naturalHeight}`;
      }, src);
      expect(size).toBe(sizes);
    }
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);

    const before = await readCaches(page);
    expect(before.addresses).toContain('/');
    expect(before.addresses.filter((address) => address.startsWith('/api'))).toEqual([]);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => countCachedConversations(page)).toBeNull();
    const { words } = await readCaches(page);
    expect(words).not.toMatch(new RegExp(`tangerine|${account.email}|${account.token}`));
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toMatch(new RegExp(`tangerine|${account.email}|${account.token}`));
  },
);

const deployTest = offlineTest.extend<{ deployments: Deployments }>({
  deployments: async ({ stack }, use) => {
    const deployments = await deploymentsBefore(stack.url);
    await use(deployments);
    await deployments.close();
  },
  baseURL: async ({ deployments }, use) => use(deployments.url),
  storageState: async ({ account, deployments }, use) => use(signedIn(deployments, account)),
});

deployTest(
  'a new build appears on the next visit, and an open page of the old build keeps working',
  // It loads all files of the build four times.
  { tag: '@all' },
  async ({ page, chat, context, deployments, stack }) => {
    deployTest.setTimeout(LONG);
    const entry = (tab = page) => tab.locator('script[type=module]').getAttribute('src');
    let loads = 0;
    // An overlay adds to the history, which is a navigation without a document.
    page.on('domcontentloaded', () => void loads++);
    deployments.deploy('one');
    await page.goto('/');
    await chat.box.fill('half a thought');
    await expectCached(page, 0);
    expect(await entry()).toContain('.one.js');
    const [first = ''] = (await readCaches(page)).names;

    deployments.deploy('two');
    const other = await context.newPage();
    await other.goto('/');
    await expect(chatOn(other).box).toBeEditable();
    expect(await entry(other)).toContain('.two.js');
    await skipToCaching(other);
    await expect.poll(async () => (await readCaches(page)).names.length, WHILE_CACHING).toBe(2);
    await other.close();
    // The palette is a chunk that this page has not loaded yet.
    const before = loads;
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeVisible();
    expect(loads).toBe(before);
    await closeOverlay(page);
    await page.reload();
    await expect(chat.box).toHaveValue('half a thought');
    expect(await entry()).toContain('.two.js');

    deployments.deploy('three');
    await page.reload();
    await expect(chat.box).toHaveValue('half a thought');
    expect(await entry()).toContain('.three.js');
    await skipToCaching(page);
    await expect.poll(async () => (await readCaches(page)).names.includes(first), WHILE_CACHING).toBe(false);
    await expect.poll(async () => (await readCaches(page)).names.length).toBe(2);

    await stack.kill();
    await context.setOffline(true);
    const last = loads;
    await page.reload();
    await expect(page.getByText(OFFLINE)).toBeVisible();
    await expect(chat.box).toHaveValue('half a thought');
    expect(await entry()).toContain('.three.js');
    expect(loads).toBe(last + 1);
  },
);

offlineTest(
  'a notification opens its conversation in the window that shows the chat, and says when it was deleted',
  async ({ page, chat, account, context }) => {
    offlineTest.setTimeout(LONG);
    const [first, second] = [await account.ask('What is 6 * 7?'), await account.ask('What is 6 * 8?')];
    await page.goto(`/c/${first}`);
    await expect(chat.questions).toHaveText(['What is 6 * 7?']);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    const click = (conversationId: string) =>
      worker.evaluate((id) => {
        // A headless browser shows no notifications.
        const notification = { data: { conversationId: id }, close: () => {} };
        dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }));
      }, conversationId);

    // The page listens as soon as the worker controls it.
    await expect(async () => {
      await click(second);
      await expect(chat.questions).toHaveText(['What is 6 * 8?'], { timeout: 1000 });
    }).toPass();
    const headers = { authorization: `Bearer ${account.token}` };
    await page.request.delete(`/api/chat/${first}`, { headers });
    await click(first);
    await expect(page.getByRole('alert')).toHaveText('That conversation was deleted.');
    await expect(chat.questions).toHaveText(['What is 6 * 8?']);
  },
);
