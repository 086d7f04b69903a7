import { expect, type Page } from '@playwright/test';
import { chatOn } from './support/pages/chat.ts';
import { closeOverlay } from './support/pages/close-overlay.ts';
import { appleScript } from './support/stack/stack.ts';
import { visitorTest } from './support/test.ts';
import { watch } from './support/watch.ts';

visitorTest(
  'a whole session contacts no third party except Apple and keeps its content policy',
  async ({ page, stack }) => {
    const wrongs = await watch(page, stack.url, [appleScript(stack)]);
    const chat = chatOn(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'Learn More' }).click();
    await page.getByRole('button', { name: 'Try for free' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(`safe-${crypto.randomUUID()}@example.com`);
    await dialog.getByLabel('Password', { exact: true }).fill('tangerine');
    await dialog.getByLabel('Confirm Password').fill('tangerine');
    await dialog.getByRole('button', { name: 'Create Account' }).click();
    await chat.ask('[[long 20000]]');
    await expect(chat.texts).toContainText('word20 ');
    await page.reload();
    await chat.stop.click();
    await chat.ended();
    await chat.ask('[[fast]] [[sample]]');
    await expect(chat.texts.getByRole('table')).toBeVisible();
    await chat.ended();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog', { name: 'Settings' }).getByText('Dark').click();
    await closeOverlay(page);
    await chat.startNewChat();
    await page.getByRole('radio', { name: 'Thinking' }).click();
    await chat.ask('[[think]]');
    await expect(chat.texts).toContainText('This is the answer that follows the thinking.');
    const underWay = watchRequests(page);
    await chat.sidebar.getByRole('link').first().hover();
    await chat.sidebar
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(chat.texts.getByRole('table')).toBeVisible();
    // A request still pending at sign-out would be rejected.
    await expect.poll(() => underWay.size).toBe(0);
    expect(wrongs).toEqual([]);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('button', { name: 'Try for free' })).toBeVisible();
    // A request under way when its session ends is answered with 401.
    expect(wrongs.filter((wrong) => !wrong.includes('401'))).toEqual([]);
  },
);

/** The pending requests from now on, without the event stream, which never ends. */
function watchRequests(page: Page): ReadonlySet<unknown> {
  const underWay = new Set<unknown>();
  page.on('request', (request) => void (request.url().endsWith('/api/events') || underWay.add(request)));
  page.on('requestfinished', (request) => void underWay.delete(request));
  page.on('requestfailed', (request) => void underWay.delete(request));
  return underWay;
}
