import { expect } from '@playwright/test';
import { expectAccessible, expectNoFinding } from './support/expect-accessible.ts';
import { userTest, visitorTest } from './support/test.ts';

visitorTest('the accessibility checks find planted faults in each theme', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Try for free' })).toBeVisible();
  await page.evaluate(() => {
    const faint = document.createElement('p');
    faint.textContent = 'Hardly to be read';
    Object.assign(faint.style, { position: 'fixed', inset: 'auto 0 0', color: '#777', background: '#888' });
    document.body.append(document.createElement('button'), faint);
  });
  await expect(expectAccessible(page)).rejects.toThrow(/button-name/);
  await expect(expectNoFinding(page, 'light')).rejects.toThrow(/color-contrast/);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
  await expect(expectNoFinding(page, 'dark', ['color-contrast'])).rejects.toThrow(/color-contrast/);
});

visitorTest('the sign-up dialog is accessible while it shows an error', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Try for free' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

userTest('a reply with every kind of Markdown is accessible', async ({ page, chat, account }) => {
  await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
  await expect(chat.texts.getByRole('table')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 900 });
  // Content wider than a phone scrolls in its own box.
  const cut = () =>
    chat.texts.evaluate((text) =>
      [...text.querySelectorAll('*')]
        .filter((part) => !part.closest('pre, [role=region] table, .diagram > img, .sr-only, .katex-mathml, svg'))
        .filter((part) => part.getBoundingClientRect().right > innerWidth)
        .map((part) => part.outerHTML.slice(0, 120)),
    );
  // A table becomes a region of its own once it is measured.
  await expect.poll(cut).toEqual([]);
});

userTest('a streaming reply is accessible', async ({ page, chat }) => {
  await page.goto('/');
  await chat.ask('[[slow]] [[long 300]]');
  await expect(chat.texts).toContainText('word3');
  await expectAccessible(page);
  await chat.stop.click();
});

userTest('Tab reaches every control in the chat', async ({ page, chat, account }) => {
  // Tall enough for the whole page: some controls exist only while the thread can scroll.
  await page.setViewportSize({ width: 1440, height: 6000 });
  await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
  await expect(chat.texts.getByRole('table')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Diagram' })).toBeVisible();
  await expect(chat.box).toBeFocused();
  const controls = await page.evaluate(() => {
    document.activeElement?.setAttribute('data-reached', '');
    document.addEventListener('focusin', ({ target }) => (target as Element).setAttribute('data-reached', ''));
    return document.querySelectorAll('button, a, input, textarea, [tabindex]').length;
  });
  for (let presses = 0; presses < controls; presses++) await page.keyboard.press('Tab');
  const { reached, missed } = await page.evaluate(() => {
    const all = [...document.querySelectorAll('button, a[href], input, textarea, [tabindex="0"]')].filter(
      // A radio group has one tab stop; the arrow keys reach the others.
      (control) =>
        control.checkVisibility() && !control.matches(':disabled, [aria-hidden=true], [type=radio]:not(:checked)'),
    );
    const name = (control: Element) => control.getAttribute('aria-label') ?? control.outerHTML.slice(0, 120);
    return {
      reached: all.filter((control) => control.matches('[data-reached]')).length,
      missed: all.filter((control) => !control.matches('[data-reached]')).map(name),
    };
  });
  expect(missed).toEqual([]);
  expect(reached).toBeGreaterThan(15);
});

userTest('the empty chat is accessible and takes a message by keyboard', async ({ page, chat }) => {
  await page.goto('/');
  await expect(chat.box).toBeFocused();
  await expectAccessible(page);
  // Shift+Enter adds a line, arrow keys change the mode, and Enter sends.
  await page.keyboard.type('one');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('two');
  await expect(chat.box).toHaveValue('one\ntwo');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Attach a file' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Normal' })).toBeFocused();
  await page.keyboard.down('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Thinking' })).toBeChecked();
  await page.keyboard.up('ArrowRight');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(chat.questions).toHaveText('one\ntwo', { useInnerText: true });
  await chat.ended();
});
