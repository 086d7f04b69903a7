import { expect, type Browser, type Response } from '@playwright/test';
import { signUp, signedIn } from './support/account.ts';
import { expectAccessible, expectNoFinding } from './support/expect-accessible.ts';
import type { Stack } from './support/stack/stack.ts';
import { userTest } from './support/test.ts';

const REPLY = [
  '# Steeping',
  '',
  'Three **minutes**[^1], or $\\frac{1}{2}$ less. <script>alert(1)</script>',
  '',
  '```js',
  `const minutes = 3; // ${'for green tea, '.repeat(20)}`,
  '```',
  '',
  `|${' Minutes at 80 °C |'.repeat(9)}`,
  `|${' --- |'.repeat(9)}`,
  `|${' 3 |'.repeat(9)}`,
  '',
  '[^1]: For green tea.',
];

/** Two shades that stand still, and what covers them at the ends of what scrolls. */
const SHADES = 'local, local, scroll, scroll';

/** A message to which the demo assistant replies with exactly this text. */
const echoing = `[[echo]]\n${REPLY.toReversed().join('\n')}`;

async function visitor(browser: Browser, { url }: Stack, options: object = {}) {
  const context = await browser.newContext({ baseURL: url, ...options });
  return { context, page: await context.newPage() };
}

userTest(
  'a shared conversation is read signed out and without scripts, continued in an account, and gone when revoked',
  async ({ page, chat, account, browser, stack }) => {
    const id = await account.ask(echoing);
    await page.goto(`/c/${id}`);
    await expect(chat.texts.last()).toContainText('Three minutes');
    const entry = chat.sidebar.getByRole('listitem').first();
    await entry.hover();
    await entry.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this conversation' });
    await expect(dialog.getByRole('group', { name: 'Preview' })).toContainText('Three minutes');
    await expectNoFinding(page, 'the share dialog');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const address = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
    expect(address).toMatch(/\/share\/[\w-]{43}$/);
    await dialog.getByRole('button', { name: 'Close' }).click();
    const path = new URL(address).pathname;

    const still = await visitor(browser, stack, { javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    await still.page.goto(path);
    await expect(still.page.getByRole('heading', { level: 2, name: 'Steeping' })).toBeVisible();
    await expect(still.page.getByText('<script>alert(1)</script>').last()).toBeVisible();
    await expect(still.page.locator('.code__keyword')).toHaveText('const');
    await expect(still.page.locator('.katex .mfrac')).toBeVisible();
    await expect(still.page.getByRole('note')).toContainText('For green tea.');
    await expect(still.page.getByRole('button', { name: 'Copy code' })).toHaveCount(0);
    const table = still.page.getByRole('region', { name: /^Table/ });
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeGreaterThan(0);
    await expect(table).toHaveCSS('background-attachment', SHADES);
    // A4, between its margins.
    await still.page.setViewportSize({ width: 673, height: 900 });
    await still.page.emulateMedia({ media: 'print' });
    const isCut = () =>
      still.page
        .locator('pre, .table__scroll')
        .evaluateAll((all) => all.map((box) => box.scrollWidth > box.clientWidth));
    await expect.poll(isCut).toEqual([false, false]);
    await expect(still.page.getByRole('button')).toHaveCount(0);
    await still.context.close();

    const reader = await visitor(browser, stack);
    const problems: string[] = [];
    reader.page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    reader.page.on('pageerror', (error) => problems.push(error.message));
    const code: Response[] = [];
    reader.page.on('response', (response) => {
      if (/\.(?:js|css)$/.test(new URL(response.url()).pathname)) code.push(response);
    });
    await reader.page.goto(path);
    await expectAccessible(reader.page);
    expect(problems).toEqual([]);
    const bodies = await Promise.all(code.map((response) => response.body()));
    const loaded = bodies.reduce((sum, { length }) => sum + length, 0);
    expect(loaded).toBeGreaterThan(0);
    expect(loaded).toBeLessThan(120_000);
    // As on a page without https.
    await reader.page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.addEventListener('copy', ({ target }) => {
        document.title = (target as HTMLTextAreaElement).value;
      });
    });
    await reader.page.getByRole('button', { name: 'Copy code' }).click();
    await expect(reader.page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
    expect(await reader.page.title()).toContain('const ');
    await reader.page.getByRole('link', { name: 'Continue in Parley' }).click();
    await expect(reader.page.getByRole('heading', { name: 'Continue in a new chat' })).toBeVisible();
    await reader.context.close();

    const other = await signUp(stack);
    const known = await visitor(browser, stack, { storageState: signedIn(stack, other) });
    await known.page.goto(path);
    await known.page.getByRole('link', { name: 'Continue in Parley' }).click();
    await known.page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(known.page).toHaveURL(/\/c\/[\w-]+$/);
    await expect(known.page.getByRole('main').locator('.prose').last()).toContainText('Three minutes');

    await page.getByRole('button', { name: 'Settings' }).first().click();
    await page.getByRole('button', { name: 'View shared links' }).click();
    await page.getByRole('button', { name: /^Revoke the link/ }).click();
    await expect(page.getByText('Nothing is shared.')).toBeVisible();
    // The reader's service worker is running by now.
    const gone = await known.page.goto(path);
    expect(gone?.status()).toBe(404);
    await expect(known.page.getByRole('heading', { name: 'This link isn’t available' })).toBeVisible();
    await expectNoFinding(known.page, 'a revoked link');
    await known.context.close();
  },
);
