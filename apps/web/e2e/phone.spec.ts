import { expect, type Locator, type Page } from '@playwright/test';
import type { Chat } from './support/pages/chat.ts';
import { fingerOn, type Finger, type Point } from './support/pages/touch.ts';
import { smallTargets } from './support/small-targets.ts';
import { standsStill } from './support/stands-still.ts';
import { userTest } from './support/test.ts';

userTest.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

/** Swipes from one point to another until the drawer is there: what follows the finger loads after the page. */
async function swipeOpen(chat: Chat, finger: Finger, from: Point, to: Point): Promise<void> {
  await expect(async () => {
    await finger.down(from);
    await finger.move(to, 160);
    const isThere = await chat.sidebar.isVisible();
    if (!isThere) await finger.up();
    expect(isThere).toBe(true);
  }).toPass();
}

const menuButton = (page: Page) => page.getByRole('button', { name: 'Open menu' });

userTest(
  'a conversation is renamed, pinned and deleted in the drawer, which stays open',
  async ({ page, chat, account }) => {
    await account.ask('What is 5 * 7?');
    await account.ask('What is 6 * 7?');
    await page.goto('/');
    await menuButton(page).tap();
    const choose = async (title: string, item: string) => {
      await chat.sidebar.getByRole('button', { name: `More for ${title}` }).tap();
      await page.getByRole('menuitem', { name: item }).tap();
    };
    await choose('What is 6 * 7?', 'Rename');
    const field = chat.sidebar.getByRole('textbox', { name: 'New name for What is 6 * 7?' });
    await expect(field).toBeFocused();
    await field.fill('Forty-two');
    await field.press('Enter');
    await choose('Forty-two', 'Pin');
    await expect(chat.sidebar.getByRole('region', { name: 'Pinned' }).getByRole('link')).toHaveText('Forty-two');
    // A tap beside an open menu closes the menu only.
    await chat.sidebar.getByRole('button', { name: 'More for Forty-two' }).tap();
    await page.touchscreen.tap(350, 300);
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(chat.sidebar).toBeVisible();
    await choose('What is 5 * 7?', 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).tap();
    await expect(page.getByText('Conversation deleted')).toBeVisible();
  },
);

userTest(
  'the drawer follows a swipe, and its speed or its place decides where it ends',
  async ({ page, chat, account }) => {
    await page.goto(`/c/${await account.ask('What is 6 * 7?')}`);
    await expect(chat.texts).toContainText('42');
    const finger = await fingerOn(page);
    const left = async () => (await chat.sidebar.boundingBox())?.x;

    await swipeOpen(chat, finger, { x: 3, y: 400 }, { x: 150, y: 410 });
    await expect.poll(left).toBeLessThan(-100);
    await expect.poll(left).toBeGreaterThan(-200);
    // It rests less than half open.
    await finger.up(200);
    await expect(chat.sidebar).toBeHidden();

    await finger.down({ x: 3, y: 400 });
    await finger.move({ x: 100, y: 410 });
    await finger.up();
    await expect.poll(left).toBe(0);
    await expect(page.getByRole('button', { name: 'Close sidebar' })).toBeFocused();

    await finger.down({ x: 200, y: 500 });
    await finger.move({ x: 150, y: 505 }, 200);
    await finger.up(200);
    await expect.poll(left).toBe(0);

    await finger.down({ x: 250, y: 500 });
    await finger.move({ x: 150, y: 505 });
    await finger.up();
    await expect(chat.sidebar).toBeHidden();
    await expect(menuButton(page)).toBeFocused();
  },
);

userTest(
  'the drawer is on the right, and follows a swipe from there, on a page written from right to left',
  async ({ page, chat, account }) => {
    await page.addInitScript(() => document.addEventListener('readystatechange', () => (document.dir = 'rtl')));
    await page.goto(`/c/${await account.ask('What is 6 * 7?')}`);
    await expect(chat.texts).toContainText('42');
    const finger = await fingerOn(page);
    const right = async () => {
      const box = await chat.sidebar.boundingBox();
      return box && box.x + box.width;
    };

    await swipeOpen(chat, finger, { x: 357, y: 400 }, { x: 210, y: 410 });
    await expect.poll(right).toBeGreaterThan(460);
    await expect.poll(right).toBeLessThan(560);
    // It rests less than half open.
    await finger.up(200);
    await expect(chat.sidebar).toBeHidden();

    await finger.down({ x: 357, y: 400 });
    await finger.move({ x: 260, y: 410 });
    await finger.up();
    await expect.poll(right).toBe(360);

    await finger.down({ x: 160, y: 500 });
    await finger.move({ x: 260, y: 500 });
    await finger.up();
    await expect(chat.sidebar).toBeHidden();
  },
);

userTest('a swipe leaves vertical scrolling, tables and code alone', async ({ page, chat, account }) => {
  await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
  const code = chat.texts.locator('pre').first();
  await expect(code).toBeVisible();
  await code.evaluate((pre) => {
    pre.querySelector('code')?.append(` // ${'wide '.repeat(60)}`);
    pre.scrollIntoView({ block: 'center' });
  });
  await standsStill(code);
  const finger = await fingerOn(page);
  const box = await code.boundingBox();
  const middle = { x: 150, y: (box?.y ?? 0) + 20 };
  await finger.down({ ...middle, x: 250 });
  await finger.move(middle, 100);
  await finger.up();
  await expect.poll(() => code.evaluate((pre) => pre.scrollLeft)).toBeGreaterThan(20);
  await finger.down({ ...middle, x: 100 });
  await finger.move({ ...middle, x: 300 });
  await finger.up();
  await expect(chat.sidebar).toBeHidden();

  const scroller = page.locator('[data-thread]');
  const top = await scroller.evaluate((element) => element.scrollTop);
  await finger.down({ x: 20, y: 300 });
  await finger.move({ x: 50, y: 500 }, 100);
  await finger.move({ x: 250, y: 520 });
  await expect(chat.sidebar).toBeHidden();
  await finger.up();
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeLessThan(top);
  await expect(chat.sidebar).toBeHidden();
});

userTest('a message shows its pencil, and a tap on it edits the message', async ({ page, chat, account }) => {
  await page.goto(`/c/${await account.ask(`What is 6 * 7? ${'As many words as fill the bubble. '.repeat(4)}`)}`);
  const pencil = page.getByRole('button', { name: 'Edit message' });
  await expect(pencil).toHaveCSS('opacity', '1');
  await pencil.scrollIntoViewIfNeeded();
  await expect(pencil).toBeInViewport({ ratio: 1 });
  await pencil.tap();
  await expect(page.getByRole('textbox', { name: 'Edit message' })).toBeFocused();
  await expect(chat.box).toBeVisible();
});

userTest('a pull at the top of a conversation does not reload the page', async ({ page, chat, account }) => {
  await page.goto(`/c/${await account.ask('What is 6 * 7?')}`);
  await expect(chat.texts).toContainText('42');
  await expect(page.locator('html')).toHaveCSS('overscroll-behavior-y', 'none');
});

userTest(
  'Back closes what is open first, page by page, and Forward does not bring it back',
  async ({ page, chat, account }) => {
    const first = `/c/${await account.ask('What is 5 * 7?')}`;
    const second = `/c/${await account.ask('What is 6 * 7?')}`;
    await page.goto(first);
    await expect(chat.texts).toContainText('35');
    await menuButton(page).tap();
    await chat.sidebar.getByRole('link', { name: 'What is 6 * 7?' }).tap();
    await expect(page).toHaveURL(second);
    await menuButton(page).tap();
    await page.getByRole('button', { name: 'Settings' }).tap();
    const settings = page.getByRole('dialog');
    await settings.getByRole('button', { name: 'Change password' }).tap();
    await expect(settings.getByRole('heading', { name: 'Change password' })).toBeVisible();
    await page.goBack();
    await expect(settings.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await page.goBack();
    await expect(settings).toHaveCount(0);
    await expect(chat.sidebar).toBeVisible();
    await page.goBack();
    await expect(chat.sidebar).toBeHidden();
    await expect(page).toHaveURL(second);
    await page.goForward();
    await expect(page).toHaveURL(second);
    await expect(settings).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(first);
    await expect(chat.texts).toContainText('35');
  },
);

/** The part of the page above the keyboard, which on iOS covers the page, and scrolls it by `scrolledBy`. */
interface Keyboard {
  height: number;
  scrolledBy: number;
}

/** Opens and closes a keyboard as iOS does: the page keeps its size, and only the visual viewport changes. */
const showKeyboard = (page: Page, keyboard: Keyboard) =>
  page.evaluate(({ height, scrolledBy }) => {
    const view = window.visualViewport;
    if (!view) throw new Error('This browser has no visual viewport.');
    Object.defineProperty(view, 'height', { value: innerHeight - height, configurable: true });
    Object.defineProperty(view, 'offsetTop', { value: scrolledBy, configurable: true });
    view.dispatchEvent(new Event('resize'));
  }, keyboard);

/** The top and bottom edge of an element within the part of the page that is in view. */
const edges = (element: Locator) =>
  element.evaluate((box) => {
    const { top, bottom } = box.getBoundingClientRect();
    const shift = window.visualViewport?.offsetTop ?? 0;
    return { top: Math.round(top - shift), bottom: Math.round(bottom - shift) };
  });

userTest(
  'the composer stays above the keyboard of iOS, also when the page is scrolled',
  async ({ page, chat, account }) => {
    await page.goto(`/c/${await account.ask('[[fast]] [[long 300]]')}`);
    await expect(chat.texts).toContainText('word300');
    for (const scrolledBy of [0, 200]) {
      await chat.box.tap();
      await showKeyboard(page, { height: 300, scrolledBy });
      await expect.poll(async () => (await edges(chat.send)).bottom).toBeLessThanOrEqual(740 - 300);
      expect((await edges(menuButton(page))).top).toBeGreaterThanOrEqual(0);
      // The end of the reply is still right above.
      await expect.poll(async () => (await edges(chat.retry)).bottom).toBeLessThan((await edges(chat.box)).top);
      await showKeyboard(page, { height: 0, scrolledBy: 0 });
      await expect.poll(async () => (await edges(chat.send)).bottom).toBeGreaterThan(600);
    }
  },
);

userTest('a dialog stays above the keyboard of iOS', async ({ page }) => {
  await page.goto('/');
  await menuButton(page).tap();
  await page.getByRole('button', { name: 'Settings' }).tap();
  const settings = page.getByRole('dialog');
  await settings.getByRole('button', { name: 'Change password' }).tap();
  await settings.getByLabel('New password', { exact: true }).tap();
  await showKeyboard(page, { height: 340, scrolledBy: 100 });
  await expect.poll(async () => (await edges(settings)).bottom).toBeLessThanOrEqual(740 - 340);
  expect((await edges(settings)).top).toBeGreaterThanOrEqual(0);
});

userTest(
  'the composer stays above the keyboard of Android, which shrinks the page',
  async ({ page, chat, account }) => {
    await page.goto(`/c/${await account.ask('[[fast]] [[long 300]]')}`);
    await expect(chat.texts).toContainText('word300');
    await chat.box.tap();
    await page.setViewportSize({ width: 360, height: 420 });
    await expect(chat.send).toBeInViewport({ ratio: 1 });
    await expect(chat.retry).toBeInViewport({ ratio: 1 });
  },
);

userTest('a phone in landscape shows a conversation, the drawer and a dialog', async ({ page, chat, account }) => {
  await page.goto(`/c/${await account.ask('[[fast]] [[long 300]]')}`);
  await page.setViewportSize({ width: 740, height: 360 });
  await expect(chat.texts).toContainText('word300');
  // More than half of the window is for the conversation.
  await expect.poll(async () => (await page.locator('[data-thread]').boundingBox())?.height).toBeGreaterThan(180);
  await expect(chat.send).toBeInViewport({ ratio: 1 });
  await expect.poll(() => smallTargets(page)).toEqual([]);
  // The keyboard leaves less than half.
  await page.setViewportSize({ width: 740, height: 160 });
  await expect(chat.box).toBeInViewport({ ratio: 1 });
  await expect(chat.send).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 740, height: 360 });
  await menuButton(page).tap();
  await expect(chat.sidebar.getByRole('link').first()).toBeInViewport({ ratio: 1 });
  // The hint of the search has less room than its words.
  await expect(chat.sidebar.getByRole('searchbox')).toHaveCSS('text-overflow', 'ellipsis');
  await page.getByRole('button', { name: 'Settings' }).tap();
  await expect(page.getByRole('button', { name: 'Change password' })).toBeEnabled();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
});

userTest('nothing is under the notch of a phone in landscape', async ({ page, chat }) => {
  await page.setViewportSize({ width: 740, height: 360 });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 44, right: 44, bottom: 21 } });
  await page.goto('/');
  await expect(chat.box).toBeVisible();
  const isClear = async (element: Locator) => {
    await expect(element).toBeVisible();
    // The drawer and the dialog slide in.
    await expect(async () => {
      const box = await element.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(740 - 44);
    }).toPass();
  };
  await isClear(chat.box);
  await isClear(menuButton(page));
  const sendBottom = () => chat.send.evaluate((button) => button.getBoundingClientRect().bottom);
  await expect.poll(sendBottom).toBeLessThanOrEqual(360 - 21);
  await menuButton(page).tap();
  await isClear(page.getByRole('button', { name: 'Settings' }));
  await isClear(chat.sidebar.getByRole('searchbox'));
  await page.getByRole('button', { name: 'Settings' }).tap();
  await isClear(page.getByRole('dialog'));
});

userTest.describe('with motion', () => {
  userTest.use({ contextOptions: { reducedMotion: 'no-preference' } });

  userTest('the drawer slides out when it closes', async ({ page, chat }) => {
    await page.goto('/');
    await menuButton(page).tap();
    await expect.poll(async () => (await chat.sidebar.boundingBox())?.x).toBe(0);
    // As slow as a busy machine's frames.
    const session = await page.context().newCDPSession(page);
    await session.send('Animation.enable');
    await session.send('Animation.setPlaybackRate', { playbackRate: 0.1 });
    await page.getByRole('button', { name: 'Close sidebar' }).tap();
    await expect(menuButton(page)).toBeFocused();
    await expect.poll(async () => (await page.locator('aside').boundingBox())?.x).toBeLessThan(-10);
    await expect(page.locator('aside')).toHaveCount(0);
  });
});
