import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { GALLERY_SETTINGS } from './gallery/gallery-settings.ts';
import { PASSWORD } from './support/account.ts';
import { openAuthDialog } from './support/pages/auth-dialog.ts';
import { openSettings } from './support/pages/settings-dialog.ts';
import { desktopApp, shownLink } from './support/stack/desktop-app.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { userTest, visitorTest } from './support/test.ts';
import { watch } from './support/watch.ts';

visitorTest.use({ settings: GALLERY_SETTINGS });
userTest.use({ settings: GALLERY_SETTINGS });

const newAddress = () => `${randomUUID()}@example.com`;

/** Signs in on the sandbox's login page, to which the browser goes. */
async function logIn(page: Page, email: string, fault?: string): Promise<void> {
  // The product's own form has a field with the same name.
  await expect(page.getByRole('heading', { name: 'Sign in with the sandbox' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  if (fault !== undefined) await page.getByLabel('What goes wrong').selectOption(fault);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

visitorTest(
  'a provider signs in on its own page, and leaves no code in the URL',
  async ({ page, stack, baseURL, chat }) => {
    const wrongs = await watch(page, baseURL ?? '');
    const email = newAddress();
    const { dialog } = await openAuthDialog(page, 'Sign In');
    const button = dialog.getByRole('button', { name: 'Sandbox', exact: true });
    await expectAccessible(page);
    await button.click();
    await logIn(page, email);
    await expect(chat.box).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(chat.sidebar.getByText(`Logged in as ${email}`)).toBeVisible();
    await page.goBack();
    expect(page.url()).not.toContain('code=');
    expect(wrongs.filter((wrong) => !wrong.includes(`${stack.sandboxUrl}/`))).toEqual([]);
  },
);

visitorTest('a refused sign-in says why, and leads back to the dialog', async ({ page }) => {
  const { dialog } = await openAuthDialog(page, 'Sign In');
  await dialog.getByRole('button', { name: 'Sandbox', exact: true }).click();
  await logIn(page, newAddress(), 'nonce');
  await expect(page.getByRole('alert')).toHaveText(
    'We couldn’t verify the answer of Sandbox. It belongs to another sign-in.',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Sandbox', exact: true })).toBeVisible();
});

visitorTest('a provider signs in the desktop app through the browser', async ({ page, stack }) => {
  const app = desktopApp(stack);
  const email = newAddress();
  await page.goto(app.address);
  await page.getByRole('button', { name: 'Sandbox', exact: true }).click();
  await logIn(page, email);
  await expect(page.getByRole('main')).toContainText(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  expect((await app.exchange(await shownLink(page))).body.user?.email).toBe(email);
});

userTest('the settings add a provider after the password, and remove it', async ({ page, account, chat }) => {
  await page.goto('/');
  const shown = await openSettings(page);
  await shown.button('View ways to sign in').click();
  await shown.button('Add Sandbox').click();
  await shown.field('Current password').fill(PASSWORD);
  await shown.button('Continue to Sandbox').click();
  // The provider's address is the account's own, so it also verifies it.
  await logIn(page, account.email);
  await expect(page.getByRole('heading', { name: 'Sandbox is added', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Continue to Parley' }).click();
  await expect(chat.box).toBeVisible();
  const again = await openSettings(page);
  await again.button('View ways to sign in').click();
  await expectAccessible(page);
  await again.button('Remove Sandbox').click();
  await again.field('Current password').fill(PASSWORD);
  await again.button('Remove').click();
  await expect(again.dialog.getByText('You can no longer sign in with Sandbox.')).toBeVisible();
  await expect(again.button('Add Sandbox')).toBeVisible();
});
