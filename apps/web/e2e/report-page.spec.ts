import { expect } from '@playwright/test';
import { signUp } from './support/account.ts';
import { expectNoFinding } from './support/expect-accessible.ts';
import { visitorTest as test } from './support/test.ts';

test('a signed-out reader reports a shared page by keyboard on a phone', async ({ page, stack }) => {
  const owner = await signUp(stack);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(await owner.share(await owner.ask('[[echo]] tea')));
  const open = page.getByRole('link', { name: 'Report this page' });
  const dialog = page.getByRole('dialog', { name: 'Report this page' });
  await expect(dialog).toBeHidden();

  await open.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expectNoFinding(page, 'the report dialog');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  // A key that is pressed right after this may reach the page before the route does.
  await page.route('**/api/shares/reports', (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Enter');
  const scam = dialog.getByRole('radio', { name: 'It’s spam or a scam' });
  await scam.focus();
  await page.keyboard.press('Space');
  await expect(scam).toBeChecked();
  // A failure keeps the choice and says what to do.
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Can’t reach the server. Check your connection and try again.');
  await expect(scam).toBeChecked();
  const sent = page.waitForResponse('**/api/shares/reports');
  await dialog.getByRole('button', { name: 'Send report' }).press('Enter');
  expect((await sent).status()).toBe(200);
  await expect(dialog.getByRole('status')).toContainText('Thank you.');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await expectNoFinding(page, 'the thanks for a report');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(problems).toEqual([]);
});

test('a shared page that was opened with a slash behind its address can be reported', async ({ page, stack }) => {
  const owner = await signUp(stack);
  await page.goto(`${await owner.share(await owner.ask('[[echo]] tea'))}/`);
  await page.getByRole('link', { name: 'Report this page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report this page' });
  await dialog.getByRole('radio', { name: 'Something else' }).check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('status')).toContainText('Thank you.');
});
