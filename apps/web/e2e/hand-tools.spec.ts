import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectNoFinding } from './support/expect-accessible.ts';
import { userTest } from './support/test.ts';

userTest.use({ viewport: { width: 360, height: 740 } });

/** A message to which the demo assistant replies with these lines, then with `[[echo]]`. */
const echoing = (...lines: string[]) => ['[[fast]] [[echo]]', ...lines.toReversed()].join('\n');

async function expectToFit(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, 'scrolls horizontally').toBeLessThanOrEqual(0);
}

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target, 'is not reached by Tab').toBeFocused();
}

userTest('a queue on a phone is used by keyboard, also right to left', async ({ page, chat, account }) => {
  await page.goto(`/c/${await account.ask('What is 6 * 7?')}`);
  await chat.ask('[[long 20000]]');
  await expect(chat.texts.last()).toContainText('word5 ');
  for (const text of ['שלום עולם', 'What is 6 * 8?']) await chat.ask(text);
  const waiting = page.getByRole('list', { name: 'Waiting to be sent' }).getByRole('listitem');
  await expect(waiting).toHaveCount(2);
  await expect(waiting.first().locator('[data-question]')).toHaveCSS('unicode-bidi', 'plaintext');
  await expect(waiting.first().getByText('Waiting for the reply', { exact: true })).toBeVisible();
  await expectNoFinding(page, 'a queue');
  await expectToFit(page);

  await tabTo(page, waiting.first().getByRole('button', { name: 'Take back' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(waiting).toHaveCount(1);
  await expect(chat.box).toHaveValue('שלום עולם');
  await expect(chat.box).toBeFocused();
  await expect(chat.box).toHaveCSS('direction', 'rtl');
  await tabTo(page, waiting.getByRole('button', { name: 'Send now' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(waiting).toHaveCount(0);
  await expect(chat.texts.last()).toContainText('48');
  await expect(chat.box).toHaveValue('שלום עולם');
  await expect(chat.box).toBeFocused();
});

userTest('a part of a reply is quoted on a phone by keyboard, also right to left', async ({ page, chat, account }) => {
  await page.goto(`/c/${await account.ask(echoing('התה מוכן אחרי שלוש דקות.', '', 'End.'))}`);
  await expect(chat.texts.first()).toContainText('התה');
  // In the box, `>` is a character.
  await chat.box.blur();
  await chat.texts.first().evaluate((text) => getSelection()?.selectAllChildren(text.querySelector('p') ?? text));
  const button = page.getByRole('button', { name: 'Quote' });
  await expect(button).toBeInViewport({ ratio: 1 });
  await expectNoFinding(page, 'the Quote button');
  await expectToFit(page);
  await page.keyboard.press('>');
  await expect(button).toHaveCount(0);
  await expect(chat.box).toBeFocused();
  await expect(chat.box).toHaveValue('> התה מוכן אחרי שלוש דקות.\n\n');
  await expect(chat.box).toHaveCSS('direction', 'rtl');
});

userTest('a conversation is shared on a phone by keyboard, also right to left', async ({ page, chat, account }) => {
  await page.goto(`/c/${await account.ask(echoing('התה מוכן אחרי שלוש דקות.', '', 'Three minutes.'))}`);
  await expect(chat.texts.first()).toContainText('התה');
  const opener = page.getByRole('button', { name: 'Share', exact: true });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share this conversation' });
  const preview = dialog.getByRole('group', { name: 'Preview' });
  await expect(preview).toContainText('התה');
  await expect(preview.locator('.prose p').first()).toHaveCSS('direction', 'rtl');
  await expectNoFinding(page, 'the share dialog');
  await expectToFit(page);
  await tabTo(page, dialog.getByRole('checkbox', { name: 'Include reasoning' }));
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('checkbox', { name: 'Include reasoning' })).toBeChecked();
  await tabTo(page, dialog.getByRole('button', { name: 'Create link' }));
  await page.keyboard.press('Enter');
  const link = dialog.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/\/share\/[\w-]{43}$/);
  await expectNoFinding(page, 'a made link');
  await expectToFit(page);
  const address = new URL(await link.inputValue()).pathname;
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();

  await page.goto(address);
  await expect(page.locator('.prose p').first()).toHaveCSS('direction', 'rtl');
  await expect(page.locator('.prose p').last()).toHaveCSS('direction', 'ltr');
  await expectAccessible(page);
  await tabTo(page, page.getByRole('link', { name: 'Continue in Parley' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/continue/);
});

userTest('a preview on a phone is opened, left and closed by keyboard', async ({ page, account }) => {
  const code = '<title>לוח גאות</title><h1>High at 6</h1><button>Add</button>';
  await page.goto(`/c/${await account.ask(echoing('```html', code, '```'))}`);
  const opener = page.getByRole('button', { name: 'Preview', exact: true });
  await tabTo(page, opener, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Preview: לוח גאות' });
  await expect(panel).toBeFocused();
  await expect(panel.getByRole('heading', { name: 'לוח גאות' })).toHaveCSS('direction', 'rtl');
  await expectNoFinding(page, 'a preview');
  await expectToFit(page);
  await tabTo(page, panel.getByRole('button', { name: 'Reload' }));
  await page.keyboard.press('Enter');
  const frame = panel.frameLocator('.preview__frame').frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'High at 6' })).toBeVisible();
  await tabTo(page, panel.getByRole('button', { name: 'Close preview' }));
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(opener).toBeFocused();
});
