import { expect, type Page } from '@playwright/test';
import { signUp } from './support/account.ts';
import { userTest, visitorTest } from './support/test.ts';

const shellOn = (page: Page) => page.locator('#drawn').getByRole('textbox', { name: 'Message', exact: true });

/** Holds what matches until the returned function is called. */
async function hold(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

userTest(
  'a message typed and sent before the scripts have come is sent once, and the first calls do not wait for them',
  async ({ page, chat }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const release = await hold(page, '**/assets/*.js');
    const history = page.waitForRequest('**/api/chat/history?*only=pinned*');
    await page.goto('/', { waitUntil: 'commit' });
    const box = shellOn(page);
    await expect(box).toBeVisible();
    await history;
    // Only the box can be used yet.
    expect(await page.getByRole('button').count()).toBe(0);

    await box.fill('Zählt ');
    await box.pressSequentially('[[fast]] x');
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    release();
    // The word that is being composed keeps its box, though the app is there behind it.
    await page.locator('#root main textarea').waitFor({ state: 'attached' });
    await expect(page.locator('#drawn')).toHaveCount(1);
    await devTools.send('Input.insertText', { text: '日本' });
    await expect(page.locator('#drawn')).toHaveCount(0);
    await expect(chat.box).toHaveValue('Zählt [[fast]] x日本');
    await expect(chat.box).toBeFocused();

    const held = await hold(page, '**/assets/*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await box.fill('and more');
    await box.press('Enter');
    held();
    // What was typed follows the draft of the earlier visit.
    await expect(chat.questions).toHaveText(/Zählt \[\[fast\]\] x日本\s+and more/);
    await chat.ended();
    expect(asked.filter((path) => path === '/api/chat/stream')).toHaveLength(1);
    expect(asked.filter((path) => path === '/api/auth/me')).toHaveLength(2);
  },
);

userTest('a shortcut pressed before the scripts have come works once they have', async ({ page, chat }) => {
  const press = async (keys: () => Promise<void>, words = '') => {
    const release = await hold(page, '**/assets/*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await expect(shellOn(page)).toBeFocused();
    await keys();
    await page.keyboard.type(words);
    release();
  };
  await press(() => page.keyboard.press('Control+k'), 'tides\n');
  const palette = page.getByRole('combobox', { name: 'Search messages' });
  await expect(palette).toBeFocused();
  await expect(palette).toHaveValue('tides');
  await expect(chat.turns).toHaveCount(0);
  await page.keyboard.press('Escape');
  await chat.ask('[[fast]] x');
  await chat.ended();
  const keys = { key: 'Щ', code: 'KeyO', ctrlKey: true, shiftKey: true, cancelable: true };
  // On a Russian keyboard.
  await press(() => page.evaluate((init) => void document.dispatchEvent(new KeyboardEvent('keydown', init)), keys));
  await expect(chat.turns).toHaveCount(0);
  await expect(chat.box).toBeFocused();
});

userTest('the palette takes words typed before the styles have come', async ({ page }) => {
  const release = await hold(page, '**/assets/*.{js,css}');
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('#drawn').waitFor({ state: 'attached' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tides');
  release();
  await expect(page.getByRole('combobox', { name: 'Search messages' })).toHaveValue('tides');
});

userTest('the shell is what the chat first renders', async ({ page, account }) => {
  await page.addInitScript(compareAtHandOver);
  const compare = async (path: string, width: number, sidebar: 'open' | 'closed') => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript((value) => localStorage.setItem('sidebar', value), sidebar);
    const release = await hold(page, '**/api/{chat/usage,capabilities,chat/active}');
    await page.goto(path);
    await page.waitForFunction(() => 'compared' in globalThis);
    const { shell, app } = await page.evaluate(
      () => (globalThis as unknown as { compared: { shell: string[]; app: string[] } }).compared,
    );
    expect(shell.length).toBeGreaterThan(20);
    expect(shell, `${path} at ${width} px`).toEqual(app);
    release();
  };
  await compare('/', 360, 'open');
  await compare('/', 1440, 'open');
  const conversation = `/c/${await account.ask('[[fast]]')}`;
  await compare(conversation, 360, 'open');
  await compare(conversation, 1440, 'open');
  await compare(conversation, 1440, 'closed');
});

/** Runs in the page, before anything else: compares both at the moment when one replaces the other. */
function compareAtHandOver(): void {
  const textOf = (node: Node) => (node.nodeType === Node.TEXT_NODE ? [node.nodeValue ?? ''] : []);
  const linesOf = (node: Node): string[] => {
    if (!(node instanceof Element)) return textOf(node);
    // The page does not know the user's plan, nor whether the server takes dictation.
    const name = node.ariaLabel ?? node.textContent.trim();
    if (node.localName === 'button' && ['Upgrade to Premium', 'Dictate'].includes(name)) return [];
    // The names of radio groups are generated; the shell is hidden from assistive technology but for its box.
    const attributes = node
      .getAttributeNames()
      .filter((attribute) => !['inert', 'aria-hidden', 'name'].includes(attribute))
      .map((attribute) => `${attribute}=${node.getAttribute(attribute)}`);
    const isEmail = node.parentElement?.textContent.startsWith('Logged in as') ?? false;
    return [
      [node.localName, ...attributes.toSorted()].join(' '),
      ...(isEmail ? [] : [...node.childNodes].flatMap(linesOf)),
    ];
  };
  const linesIn = (place: Element | null) => {
    const chat = place?.querySelector('[data-app]')?.cloneNode(true);
    chat?.normalize();
    return chat ? linesOf(chat) : [];
  };
  new MutationObserver((records) => {
    const drawn = records
      .flatMap(({ removedNodes }) => [...removedNodes])
      .find((node) => (node as Element).id === 'drawn');
    if (!(drawn instanceof Element)) return;
    const compared = { shell: linesIn(drawn), app: linesIn(document.getElementById('root')) };
    Object.assign(globalThis, { compared });
  }).observe(document, { childList: true, subtree: true });
}

visitorTest(
  'the shell never shows to signed-out visitors, on other pages or after a sign-out',
  async ({ page, stack }) => {
    const { token } = await signUp(stack);
    await page.addInitScript(() => {
      const look = () => document.querySelector('#drawn [data-app]') && Object.assign(globalThis, { wasShown: true });
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    });
    const wasShown = () => page.evaluate(() => 'wasShown' in globalThis);
    for (const path of ['/', '/c/some', '/reset-password', '/pricing']) {
      await page.goto(path);
      await expect(page.locator('#root h1').first()).toBeVisible();
      expect(await wasShown(), path).toBe(false);
    }
    await page.evaluate((stored) => localStorage.setItem('token', stored), token);
    for (const path of ['/admin', '/pricing', '/reset-password', '/help']) {
      await page.goto(path);
      await expect(page.locator('#root h1').first()).toBeVisible();
      expect(await wasShown(), path).toBe(false);
    }
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    expect(await wasShown()).toBe(true);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('button', { name: 'Try for free' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Try for free' })).toBeVisible();
    expect(await wasShown()).toBe(false);
  },
);
