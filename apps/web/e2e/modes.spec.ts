import { expect, type Page } from '@playwright/test';
import { saidBy } from './support/said-by.ts';
import { userTest } from './support/test.ts';

// Slow enough to see the status of a running reply.
userTest.use({ settings: { FREE_MESSAGES: '1000', SANDBOX_DELAY_MS: '60' }, permissions: ['clipboard-read'] });

const THOUGHT = 'The message holds a word that asks for thinking in tags.';
const ANSWER = 'This is the answer that follows the thinking.';
const TOAST = 'main > [role=presentation]';
const PANEL = 'section[aria-label="Executing Tools"]';
const FAILED_ROW = 'section[aria-label="Executing Tools"] .text-danger';

const mode = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

userTest('a conversation keeps its mode over a reload, and a new one begins in Normal', async ({ page, chat }) => {
  await page.goto('/');
  const modes = page.getByRole('radiogroup', { name: 'Mode' }).getByRole('radio');
  await expect(modes.first()).toHaveAccessibleName('Normal');
  await expect(modes.first()).toBeChecked();
  await mode(page, 'Search').check();
  await chat.ask('How do I cancel a subscription?');
  await chat.ended();
  await page.reload();
  await expect(mode(page, 'Search')).toBeChecked();
  await chat.startNewChat();
  await expect(modes.first()).toBeChecked();
  await page.goBack();
  await expect(mode(page, 'Search')).toBeChecked();
});

userTest('reasoning streams apart from the reply and is not copied with it', async ({ page, chat }) => {
  const label = (name: string) => chat.turns.last().getByRole('button', { name, exact: true });
  const thought = chat.turns.last().getByText(THOUGHT);
  await page.goto('/');
  await mode(page, 'Thinking').check();
  await chat.ask('[[slow]] [[think]]');
  await expect(label('Reasoning...')).toHaveAttribute('aria-expanded', 'true');
  await expect(thought).toBeVisible();
  await expect(label('Hide Reasoning')).toBeVisible();
  await chat.ended();
  await expect(chat.texts).toHaveText(ANSWER);

  await label('Hide Reasoning').click();
  await expect(thought).toBeHidden();
  await label('Show Reasoning').click();
  await expect(thought).toBeVisible();
  await label('Copy').click();
  await expect.poll(() => copied(page)).toBe(ANSWER);

  await page.reload();
  await expect(label('Hide Reasoning')).toBeVisible();
  await expect(thought).toBeVisible();
  await expect(chat.texts).toHaveText(ANSWER);
});

userTest('a search shows its progress and lists its sources', async ({ page, chat }) => {
  const reply = chat.turns.last();
  await page.goto('/');
  await mode(page, 'Search').check();
  const [panel, toast] = [saidBy(page, PANEL), saidBy(page, TOAST)];
  await chat.ask('How do I cancel a subscription?');
  await expect(chat.texts).toBeVisible();
  const running = 'Searching the web for “How do I cancel a subscription?”Running...';
  expect((await panel).map(({ text }) => text)).toContainEqual(expect.stringContaining(running));
  await chat.ended();

  // `tool-timings.test.ts` tests the toast's later texts and durations.
  expect((await toast)[0]?.text).toBe('Web searchRunning...');

  const links = reply.getByRole('list', { name: 'Sources' }).getByRole('link');
  await expect(links).toHaveCount(0);
  await reply.getByRole('button', { name: /^Sources \(\d+\)$/ }).click();
  await expect(links).not.toHaveCount(0);
  await expect(reply.getByRole('button', { name: `Sources (${await links.count()})` })).toBeVisible();
  for (const link of await links.all()) {
    const { href, host } = new URL((await link.getAttribute('href')) ?? '');
    expect(href).toMatch(/^https?:/);
    await expect(link).toHaveText(new RegExp(`^\\d+ ?[A-Z].+${host}$`));
    await expect(link).toHaveAttribute('rel', /noopener/);
  }
  const popup = page.waitForEvent('popup');
  const href = await links.first().getAttribute('href');
  await links.first().click();
  expect((await popup).url()).toBe(href);

  await page.reload();
  await expect(reply.getByRole('button', { name: /^Sources \(\d+\)$/ })).toHaveAttribute('aria-expanded', 'false');
});

userTest('a failed search shows an error, disappears, and is still followed by a reply', async ({ page, chat }) => {
  await page.goto('/');
  await mode(page, 'Search').check();
  const [row, toast] = [saidBy(page, FAILED_ROW), saidBy(page, TOAST)];
  await chat.ask('[[nosearch]] tangerines');
  await chat.ended();
  await expect(chat.texts).toContainText('This answer follows a script');
  const [failed, ...later] = await row;
  expect(failed?.text).toBe('Searching the web for “tangerines”Error');
  expect(later).toEqual([]);
  expect((await toast)[0]?.text).toBe('Web searchRunning...');
  await expect(page.getByRole('region', { name: 'Executing Tools' })).toBeHidden();
});

userTest('a picture generated again becomes a second version', async ({ page, chat }) => {
  const picture = chat.turns.getByRole('img', { name: 'A lighthouse at dusk' });
  const versions = chat.turns.last().getByRole('group', { name: 'Versions' });
  await page.goto('/');
  await mode(page, 'Image').check();
  const panel = saidBy(page, PANEL);
  await chat.ask('A lighthouse at dusk');
  const running = expect.stringContaining('Creating an imageRunning...');
  expect((await panel).map(({ text }) => text)).toContainEqual(running);
  await expect(picture).toHaveJSProperty('complete', true);
  await expect.poll(async () => (await picture.boundingBox())?.width).toBe(300);
  await chat.ended();
  const first = await picture.getAttribute('src');

  await page.getByRole('button', { name: 'Retry generation' }).click();
  await expect(versions).toHaveText('2 / 2');
  await chat.ended();
  await expect(picture).not.toHaveAttribute('src', first ?? '');
  const second = await picture.getAttribute('src');
  await page.getByRole('button', { name: 'Previous version' }).click();
  await expect(versions).toHaveText('1 / 2');
  await expect(picture).toHaveAttribute('src', first ?? '');

  await page.reload();
  await expect(versions).toHaveText('1 / 2');
  await page.getByRole('button', { name: 'Next version' }).click();
  await expect(picture).toHaveAttribute('src', second ?? '');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
});
