import { expect, type Page } from '@playwright/test';
import { closeOverlay } from '@parley/web/close-overlay';
import { expectNoFinding } from '@parley/web/expect-accessible';
import { signIn } from './desktop.assertions.ts';
import type { HarnessApp } from './harness/launch.ts';
import { ask } from './support/ask.ts';
import { test } from './support/test.ts';

const THEMES = ['light', 'dark'];
/** Area of the three macOS window buttons, with a margin. */
const WINDOW_BUTTONS = { left: 15, top: 16, right: 77, bottom: 38 };

/** Runs axe on the page in both themes. */
async function expectAccessible(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const theme of THEMES) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    await expectNoFinding(page, `${where}, ${theme}`);
  }
}

/** Expects no control and no text in the area of the window buttons. */
async function expectRoomForButtons(page: Page, where: string): Promise<void> {
  const covered = () =>
    page.evaluate(({ left, top, right, bottom }) => {
      const found = new Set<string>();
      for (let x = left; x <= right; x += 4) {
        for (let y = top; y <= bottom; y += 4) {
          const element = document.elementFromPoint(x, y)?.closest('a, button, input, textarea, h1, h2, p, svg');
          if (element) found.add(element.outerHTML.slice(0, 120));
        }
      }
      return [...found];
    }, WINDOW_BUTTONS);
  // The page may still adapt to its new size.
  await expect.poll(covered, where).toEqual([]);
}

async function openSignIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function openServerChoice(app: HarnessApp, page: Page): Promise<void> {
  app.choose(app.world.machine.platform === 'darwin' ? 'Parley' : 'File', 'Choose Server…');
  await expect(page.getByRole('dialog', { name: 'Choose a server' })).toBeVisible();
}

for (const platform of ['linux', 'darwin'] as const) {
  test(`the signed-out window is accessible on ${platform}`, async ({ start, machine }) => {
    machine.platform = platform;
    const app = await start();
    const page = await app.window();
    await openSignIn(page);
    await expectAccessible(page, 'sign in');
    await page.getByRole('button', { name: 'Continue in your browser' }).click();
    await expect(page.getByText('Waiting for your browser')).toBeVisible();
    await expectAccessible(page, 'waiting for the browser');
    await openServerChoice(app, page);
    await expectAccessible(page, 'choice of server');
  });

  test(`the window without a connection is accessible on ${platform}`, async ({ start, machine, api }) => {
    machine.platform = platform;
    api.cut();
    const app = await start();
    const page = await app.window();
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await expectAccessible(page, 'no connection');
    if (platform === 'darwin') await expectRoomForButtons(page, 'no connection');
  });
}

test('the conversation, quick ask, and the find bar are accessible', async ({ start, account }) => {
  const app = await start();
  const page = await app.window();
  await signIn({ page }, account);
  await ask(page, 'What are tides?');
  await expectAccessible(page, 'conversation');
  app.choose('File', 'Quick Ask', 'Ask Now');
  const quickAsk = await app.pageOf('/quick-ask.html');
  await quickAsk.getByRole('textbox', { name: 'Question' }).fill('What is a neap tide?');
  await expectAccessible(quickAsk, 'quick ask');
  app.choose('Edit', 'Find…');
  const find = await app.pageOf('/find.html');
  await find.getByRole('searchbox', { name: 'Find' }).fill('tides');
  await expect(find.getByRole('status')).toHaveText(/^1 of/);
  await expectAccessible(find, 'find bar');
});

test('every page leaves room for the window buttons on macOS', async ({ start, machine, account }) => {
  machine.platform = 'darwin';
  const app = await start();
  const page = await app.window();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  for (const width of [1280, 760, 360]) {
    await page.setViewportSize({ width, height: 700 });
    await expectRoomForButtons(page, `landing, ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await openServerChoice(app, page);
  await expectRoomForButtons(page, 'choice of server');
  await closeOverlay(page);

  await signIn({ page }, account);
  for (const width of [1280, 760, 360]) {
    await page.setViewportSize({ width, height: 700 });
    const toggles = page.locator('[data-sidebar-toggle]');
    await expectRoomForButtons(page, `chat, ${width}`);
    await toggles.filter({ visible: true }).first().click();
    await expectRoomForButtons(page, `chat, sidebar turned, ${width}`);
    await toggles.filter({ visible: true }).first().click();
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Upgrade to Premium' }).first().click();
  await expect(page.getByRole('button', { name: 'Subscribe Now' })).toBeVisible();
  for (const width of [1280, 760, 360]) {
    await page.setViewportSize({ width, height: 700 });
    await expectRoomForButtons(page, `pricing, ${width}`);
  }
});
