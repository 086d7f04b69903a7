import { expect, type Page } from '@playwright/test';
import { chatOn } from './support/chat.ts';
import { userTest, visitorTest } from './support/test.ts';

/** What a page must never do, as it does it. */
async function watch(page: Page, origin: string): Promise<string[]> {
  const wrongs: string[] = [];
  page.on('console', (message) => message.type() === 'error' && wrongs.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => wrongs.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    wrongs.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol)) wrongs.push(`request: ${request.url()}`);
  });
  await page.exposeFunction('reportViolation', (what: string) => wrongs.push(`policy: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (globalThis as unknown as { reportViolation(what: string): void }).reportViolation(
        `${violatedDirective} ${blockedURI}`,
      );
    });
  });
  return wrongs;
}

visitorTest('a whole session stays at home and within its policy', async ({ page, stack }) => {
  const wrongs = await watch(page, stack.url);
  const chat = chatOn(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Learn More' }).click();
  await page.getByRole('button', { name: 'Try for free' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(`safe-${crypto.randomUUID()}@example.com`);
  await dialog.getByLabel('Password', { exact: true }).fill('tangerine');
  await dialog.getByLabel('Confirm Password').fill('tangerine');
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await chat.ask('[[sample]]');
  await expect(chat.texts.getByRole('table')).toBeVisible();
  await page.reload();
  await chat.stop.click();
  await chat.ended();
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await chat.newChat.click();
  await page.getByRole('radio', { name: 'Thinking' }).click();
  await chat.ask('[[think]]');
  await expect(chat.texts).toContainText('This is the answer that follows the thinking.');
  await chat.sidebar.getByRole('link').first().hover();
  await chat.sidebar
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Try for free' })).toBeVisible();
  expect(wrongs).toEqual([]);
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '<svg onload=alert(3)></svg>',
  '<style>body{display:none}</style>',
  '<iframe src="https://evil.example/"></iframe>',
  '[script link](javascript:alert(4))',
  '[data link](data:text/html,<script>alert(5)</script>)',
  '![remote picture](https://evil.example/pixel.png)',
  '[![linked picture](https://evil.example/two.png)](https://example.com/)',
  '<https://example.com/?q="onmouseover=alert(6)>',
  '[[echo]]',
];

userTest('a hostile reply is only words', async ({ page, chat, stack }) => {
  const wrongs = await watch(page, stack.url);
  await page.goto('/');
  await chat.ask(HOSTILE.join('\n\n'));
  await expect(chat.texts).toContainText('script link');
  await chat.ended();
  await expect(chat.texts).toContainText('Image blocked: remote picture');
  await expect(chat.texts.locator('script, img, svg[onload], style, iframe, object, embed')).toHaveCount(0);
  const links = await chat.texts.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThan(0);
  for (const href of links) expect(href).toMatch(/^(https?:|mailto:|#)/);
  await page.reload();
  await expect(chat.texts).toContainText('script link');
  expect(wrongs).toEqual([]);
});
