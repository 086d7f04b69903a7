import { expect, type Page } from '@playwright/test';
import type { On } from './rows.ts';

type Measure = (on: On) => Promise<unknown>;

export const tokenKey: Measure = ({ page, account }) =>
  page.evaluate((token) => Object.keys(localStorage).find((key) => localStorage.getItem(key) === token), account.token);

export const storedToken: Measure = ({ page }) => page.evaluate(() => localStorage.getItem('token'));

export const chosenMode: Measure = ({ page }) => page.getByRole('radio', { checked: true }).getAttribute('aria-label');

export const savedName: Measure = async ({ page }) => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save image' }).click();
  return (await download).suggestedFilename().replace(/\d{13}/, '{timestamp}');
};

export const editorRows: Measure = ({ page }) =>
  page.getByRole('textbox', { name: 'Edit message' }).evaluate((box: HTMLTextAreaElement) => box.rows);

/** Whether the page has made this call, of which `{id}` stands for any. */
export function called(call: string): Measure {
  return ({ called }) => Promise.resolve(called.includes(call));
}

export const canWrite: Measure = ({ chat }) => chat.box.isEditable();

/** Whether the console has exactly this line, now or in a moment. */
export function logged(line: string): Measure {
  return async ({ logged }) => {
    await expect.poll(() => logged).toContain(line);
    return true;
  };
}

const width = async ({ page }: On, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().width);

/** Once it has stopped moving. */
export const sidebarWidth: Measure = async (on) => {
  await rest(on.page);
  return width(on, 'aside');
};

export const boxHeight: Measure = ({ chat }) => chat.box.evaluate((box) => box.getBoundingClientRect().height);
export const attachedWidth: Measure = (on) => width(on, 'main img[alt^="Attached: "]');
export const drawnWidth: Measure = (on) => width(on, 'main figure img');

/** The narrowest page that shows the sidebar beside the chat. */
export const breakpoint: Measure = async ({ page, chat }) => {
  const size = page.viewportSize()!;
  let narrowest = Infinity;
  for (const candidate of [769, 768, 767, 766]) {
    await page.setViewportSize({ ...size, width: candidate });
    const menu = page.getByRole('button', { name: 'Open menu' });
    await expect(menu.or(chat.sidebar)).toBeVisible();
    if (await chat.sidebar.isVisible()) narrowest = candidate;
  }
  await page.setViewportSize(size);
  await expect(chat.sidebar).toBeVisible();
  return narrowest;
};

/** Moves the thread to so many pixels from its end, as its reader. */
async function scrollTo(page: Page, fromEnd: number): Promise<void> {
  await page.locator('[data-thread]').evaluate(async (thread, distance) => {
    const scrolled = new Promise((resolve) => thread.addEventListener('scroll', resolve, { once: true }));
    thread.dispatchEvent(new WheelEvent('wheel', { deltaY: 1 }));
    thread.scrollTop = thread.scrollHeight - thread.clientHeight - distance;
    await scrolled;
  }, fromEnd);
}

const toBottom = (page: Page) => page.getByRole('button', { name: 'Scroll to bottom' });

/** The largest distance from the end, upwards from there, at which nothing leads back. */
export const buttonBeyond: Measure = async ({ page }) => {
  let furthest = -1;
  for (const distance of [48, 49, 50, 51, 52]) {
    await scrollTo(page, 0);
    await scrollTo(page, distance);
    await rest(page);
    if (!(await toBottom(page).isVisible())) furthest = distance;
  }
  return furthest;
};

/** The largest distance to the end, coming down, from which a reader is taken along. */
export const followWithin: Measure = async ({ page }) => {
  let furthest = -1;
  for (const distance of [148, 149, 150, 151, 152]) {
    await scrollTo(page, 400);
    await expect(toBottom(page)).toBeVisible();
    await scrollTo(page, distance);
    await rest(page);
    if (!(await toBottom(page).isVisible())) furthest = Math.max(furthest, distance);
  }
  return furthest;
};

export const noticeFor: Measure = ({ page }) =>
  lasts(page, 3000, () =>
    page.getByRole('button', { name: 'Auto-scroll disabled - new content available below' }).isVisible(),
  );

export function copiedFor(label: string, after: string): Measure {
  return async ({ page }) => {
    await page.getByRole('main').getByRole('button', { name: label, exact: true }).first().click();
    const copied = page.getByRole('main').getByRole('button', { name: after, exact: true });
    await expect(copied).toBeVisible();
    return lasts(page, 1500, () => copied.isVisible());
  };
}

/** These milliseconds of the page's stopped clock where something is shown until exactly then, else when it was gone. */
async function lasts(page: Page, expected: number, isShown: () => Promise<boolean>): Promise<number> {
  const steps = [expected - 1, 1, 1, expected];
  let passed = 0;
  for (const step of steps) {
    await page.clock.runFor(step);
    passed += step;
    await rest(page);
    if (!(await isShown())) return passed;
  }
  return Infinity;
}

/** Until what the page has begun to draw is drawn, however its clock stands. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let turns = 0; turns < 5; turns++) {
      await new Promise((resolve) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = resolve;
        channel.port2.postMessage(null);
      });
    }
    const running = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations === 1);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}
