import { expect, type Page } from '@playwright/test';
import type { Message } from '@parley/core';
import type { Chat } from './support/pages/chat.ts';
import { saidBy } from './support/said-by.ts';
import { standsStill } from './support/stands-still.ts';
import { userTest } from './support/test.ts';
import { threadOn, type Thread } from './support/pages/thread.ts';

/** More characters than a paragraph of a long reply has. */
const PARAGRAPHS = 1500;
const DISABLED = 'Auto-scroll disabled - new content available below';
const BELOW = 'New content available below';

/** Requests a reply that is longer than the window and streams for at least 100 s. */
async function askAtLength(page: Page, chat: Chat, question = '[[long 20000]]'): Promise<Thread> {
  const thread = threadOn(page);
  await chat.ask(question);
  await expect.poll(() => thread.scroller.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeGreaterThan(600);
  return thread;
}

async function expectFollowing(thread: Thread): Promise<void> {
  await expect(thread.below).toBeHidden();
  await thread.grows(200);
  await expect.poll(thread.fromEnd).toBeLessThanOrEqual(1);
}

userTest.afterEach(async ({ chat }) => {
  // It would go on during the next tests. The button may disappear during the click.
  if (await chat.stop.isVisible()) await chat.stop.click({ timeout: 2000 }).catch(() => {});
});

const nextFrame = (page: Page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

userTest('the view follows a reply until the wheel scrolls up and resumes with the button', async ({ page, chat }) => {
  await page.goto('/');
  const thread = await askAtLength(page, chat);
  await expectFollowing(thread);
  const notice = saidBy(page, `button[aria-label="${DISABLED}"]`);
  await thread.wheel(-100);
  await expect(thread.below).toHaveText(DISABLED);
  const moved = await thread.watchPlace();
  const [said] = await notice;
  expect(said?.for).toBeGreaterThan(2900);
  // It is shown for 3 s. A busy machine shows it longer.
  expect(said?.for).toBeLessThan(30_000);
  await expect(thread.below).toHaveText(BELOW);
  expect(await thread.fromEnd()).toBeGreaterThan(150);
  expect(await moved()).toBeLessThanOrEqual(1);
  await thread.below.click();
  await expectFollowing(thread);
});

userTest(
  'keys and jumps that scroll up stop following, a small scroll does not, and End resumes it',
  async ({ page, chat }) => {
    await page.goto('/');
    const thread = await askAtLength(page, chat);
    const move = (pixels: number) => thread.scroller.evaluate((box, by) => box.scrollBy(0, by), pixels);
    await move(-16);
    await expectFollowing(thread);
    await thread.scroller.focus();
    for (const key of ['ArrowUp', 'PageUp', 'Home']) {
      await page.keyboard.press(key);
      await expect(thread.below, key).toHaveText(DISABLED);
      await thread.grows(100);
      expect(await thread.fromEnd(), key).toBeGreaterThan(100);
      await page.keyboard.press('End');
      await expect(thread.below, key).toBeHidden();
    }
    await expectFollowing(thread);
    await move(-500);
    await expect(thread.below).toHaveText(DISABLED);
    const moved = await thread.watchPlace();
    await thread.grows(100);
    expect(await moved()).toBeLessThanOrEqual(1);
  },
);

userTest('a press holds the text, and only selecting text stops following', async ({ page, chat }) => {
  await page.goto('/');
  const thread = await askAtLength(page, chat);
  await thread.scroller.hover();
  await page.mouse.down();
  const held = await thread.watchPlace();
  await thread.grows(200);
  expect(await held()).toBeLessThanOrEqual(1);
  await page.mouse.up();
  await expectFollowing(thread);

  const box = await thread.scroller.boundingBox();
  if (!box) throw new Error('There is no thread');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const moved = await thread.watchPlace();
  for (let step = 1; step <= 3; step++) {
    // Without a pressed pointer, the text would move up a line at every step.
    await thread.grows(60);
    // Moves down too: a press between two paragraphs selects nothing sideways.
    await page.mouse.move(x + 40 * step, y + 25 * step);
  }
  await expect(thread.below).toBeVisible();
  await thread.grows(200);
  expect(await moved()).toBeLessThanOrEqual(1);
  expect(await page.evaluate(() => String(getSelection()))).not.toBe('');
  await page.mouse.up();
  await thread.grows(100);
  await expect(thread.below).toBeVisible();
});

userTest.describe('on a touch screen', () => {
  userTest.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 700 } });

  userTest('a swipe stops following', async ({ page, chat }) => {
    await page.goto('/');
    const thread = await askAtLength(page, chat);
    await expectFollowing(thread);
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y = 0) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 200, y }] });
    await touch('touchStart', 300);
    for (let y = 310; y <= 420; y += 10) await touch('touchMove', y);
    await touch('touchEnd');
    await expect(thread.below).toHaveText(DISABLED);
    const moved = await thread.watchPlace();
    await thread.grows(200);
    expect(await moved()).toBeLessThanOrEqual(1);
    await thread.below.tap();
    await expectFollowing(thread);
  });
});

userTest(
  'scrolling down resumes following within 150 px of the end, and the button shows beyond 50 px',
  async ({ page, chat, account }) => {
    const thread = threadOn(page);
    await page.goto(`/c/${await account.ask('[[fast]] [[long 800]]')}`);
    await expect(chat.texts).toContainText('word800');
    for (const { by, to, button } of [
      { by: 0, to: 0, button: false },
      { by: -45, to: 45, button: false },
      { by: -15, to: 60, button: true },
      { by: -400, to: 460, button: true },
      { by: 300, to: 160, button: true },
      { by: 20, to: 140, button: false },
    ]) {
      await thread.wheel(by);
      await expect.poll(thread.fromEnd, `${by}`).toBeCloseTo(to, -0.5);
      await expect(thread.below, `at ${to} px`).toHaveCount(button ? 1 : 0);
    }
    await thread.wheel(-100);
    await expect(thread.below).toHaveAccessibleName('Scroll to bottom');
    await chat.ask('[[long 20000]]');
    await expect(chat.questions).toHaveCount(2);
    await expectFollowing(thread);
  },
);

userTest('a reasoning block that opens or closes above does not move the text in view', async ({ page, chat }) => {
  await page.goto('/');
  await page.getByRole('radio', { name: 'Thinking' }).check();
  const thread = await askAtLength(page, chat);
  const block = page.getByRole('button', { name: /Reasoning$/ });
  // A line that is added meanwhile may move the text in view down.
  await expect(async () => {
    await thread.wheel(-100_000);
    await expect.poll(() => thread.scroller.evaluate((box) => box.scrollTop), { timeout: 2000 }).toBe(0);
  }).toPass();
  await expect(block).toBeInViewport();
  await standsStill(block);
  const before = await block.boundingBox();
  for (const name of ['Show Reasoning', 'Hide Reasoning']) {
    await block.click();
    await expect(block).toHaveText(name);
    await expect.poll(() => block.boundingBox()).toMatchObject({ y: before?.y });
  }
  await thread.wheel(300);
  await expect(block).not.toBeInViewport();
  const moved = await thread.watchPlace();
  for (const name of ['Show Reasoning', 'Hide Reasoning']) {
    await block.evaluate((button: HTMLElement) => button.click());
    await expect(block).toHaveText(name);
    await thread.grows(100);
  }
  expect(await moved()).toBeLessThanOrEqual(1);
});

userTest(
  'a reasoning block at the end stays under the pointer that closes and opens it',
  async ({ page, chat, account }) => {
    const id = await account.ask('[[fast]] [[long 400]]');
    await page.goto(`/c/${await account.ask('[[fast]] [[think]]', id)}`);
    const block = chat.turns.last().getByRole('button', { name: /Reasoning$/ });
    await expect(block).toBeInViewport();
    await expect.poll(threadOn(page).fromEnd).toBeLessThanOrEqual(1);
    await standsStill(block);
    const top = async () => (await block.boundingBox())?.y ?? Infinity;
    const before = await top();
    for (const name of ['Show Reasoning', 'Hide Reasoning']) {
      await block.click();
      await expect(block).toHaveText(name);
      await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
    }
  },
);

userTest('a diagram drawn above does not move the text in view', async ({ page, chat, account }) => {
  const thread = threadOn(page);
  const id = await account.ask('[[fast]] [[sample]]');
  await page.goto(`/c/${await account.ask('[[fast]] [[long 400]]', id)}`);
  await expect(chat.texts.last()).toContainText('word400');
  const diagram = page.getByRole('button', { name: /^Show (diagram|source)$/ });
  await thread.wheel(-100_000);
  await expect(page.getByRole('img', { name: 'Diagram' })).toHaveJSProperty('complete', true);
  await diagram.scrollIntoViewIfNeeded();
  await thread.wheel(700);
  await expect(diagram).not.toBeInViewport();
  const height = await thread.scroller.evaluate((box) => box.scrollHeight);
  const moved = await thread.watchPlace();
  await diagram.evaluate((button: HTMLElement) => button.click());
  await expect(page.getByRole('img', { name: 'Diagram' })).toHaveCount(0);
  await nextFrame(page);
  await expect.poll(() => thread.scroller.evaluate((box) => box.scrollHeight)).not.toBe(height);
  expect(await moved()).toBeLessThanOrEqual(1);
});

userTest('older messages that load above do not move the text in view', async ({ page, chat, account }) => {
  const thread = threadOn(page);
  const id = await account.ask('[[fast]] [[long 8]]');
  for (let turn = 0; turn < 28; turn++) await account.ask('[[fast]] [[long 8]]', id);
  const { promise: mayLoad, resolve: letLoad } = Promise.withResolvers<void>();
  await page.route(/\/api\/chat\/[0-9a-f-]{36}\?.*before=/, async (route) => {
    await mayLoad;
    await route.continue();
  });
  await page.goto(`/c/${id}`);
  await expect(chat.turns).toHaveCount(50);
  await thread.wheel(-100_000);
  await expect.poll(() => thread.scroller.evaluate((box) => box.scrollTop)).toBe(0);
  await expect(chat.texts.first()).toBeInViewport();
  const moved = await thread.watchPlace();
  letLoad();
  await expect(chat.turns).toHaveCount(58);
  await nextFrame(page);
  await nextFrame(page);
  expect(await moved()).toBeLessThanOrEqual(1);
});

userTest(
  'text that arrives below the view is marked unread until read and never scrolls it',
  async ({ page, chat }) => {
    userTest.slow();
    await page.goto('/');
    const thread = await askAtLength(page, chat);
    const marks = page.locator('[data-unread]');
    await expectFollowing(thread);
    await expect(marks).toHaveCount(0);
    await thread.wheel(-300);
    await expect(thread.below).toBeVisible();
    const moved = await thread.watchPlace();
    await thread.grows(1500);
    await chat.stop.click();
    await chat.ended();
    await expect.poll(() => marks.count()).toBeGreaterThan(8);
    expect(await moved()).toBeLessThanOrEqual(1);
    const values = () => marks.evaluateAll((all) => all.map((block) => block.getAttribute('data-unread')));
    const all = await values();
    expect(all).toEqual(['first', ...all.slice(1).map(() => '')]);
    expect(await marks.first().evaluate((block) => getComputedStyle(block, '::after').content)).toBe('"New"');

    const unmarked = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const scroller = document.querySelector('[data-thread]');
          const first = document.querySelector('[data-unread=first]');
          if (!scroller || !first) throw new Error('Nothing is marked');
          const view = scroller.getBoundingClientRect();
          let since = Infinity;
          const look = () => {
            const { top, bottom, height } = first.getBoundingClientRect();
            const isRead = Math.min(bottom, view.bottom) - Math.max(top, view.top) >= 0.6 * height;
            if (!isRead) since = Infinity;
            else if (since === Infinity) since = performance.now();
            if (first.hasAttribute('data-unread')) requestAnimationFrame(look);
            else resolve(performance.now() - since);
          };
          look();
        }),
    );
    const place = async () => (await marks.first().boundingBox())?.y ?? 0;
    await thread.wheel((await place()) - 200);
    await expect.poll(place).toBeLessThan(400);
    const stays = await thread.watchPlace();
    expect(await unmarked).toBeGreaterThan(550);
    await expect.poll(() => marks.count()).toBeLessThan(all.length);
    expect(await stays()).toBeLessThanOrEqual(1);
    // The blocks still below stay marked, and the first one has the label.
    expect((await values())[0]).toBe('first');
    await thread.wheel(100_000);
    await expect.poll(thread.fromEnd).toBeLessThanOrEqual(1);
    await expect(chat.texts.last().locator('.prose__chunk > *').last()).not.toHaveAttribute('data-unread');
  },
);

userTest(
  'text that arrives while another conversation is open is marked unread on return',
  async ({ page, chat, account }) => {
    await account.ask('What is 6 * 7?');
    await page.goto('/');
    await chat.startNewChat();
    const thread = await askAtLength(page, chat);
    const headers = { Authorization: `Bearer ${account.token}` };
    const address = `/api/chat/${new URL(page.url()).pathname.split('/').at(-1)}`;
    /** How many characters of the reply the server has stored. */
    const stored = async () => {
      const { messages } = (await (await page.request.get(address, { headers })).json()) as { messages: Message[] };
      return messages.at(-1)?.text.length ?? 0;
    };
    const link = (title: string) => chat.sidebar.getByRole('link', { name: title });
    const blocks = chat.texts.last().locator('.prose__chunk > *');
    await link('What is 6 * 7?').click();
    await expect(chat.questions).toHaveText(['What is 6 * 7?']);
    await expect(page.locator('[data-unread]')).toHaveCount(0);
    const left = await stored();
    await expect.poll(stored).toBeGreaterThan(left + PARAGRAPHS);
    await link('[[long 20000]]').click();
    await expect(chat.questions).toHaveText(['[[long 20000]]']);
    await expect(page.locator('[data-unread=first]')).toHaveCount(1);
    await expect(blocks.first()).not.toHaveAttribute('data-unread');
    await expectFollowing(thread);
    await chat.stop.click();
  },
);
