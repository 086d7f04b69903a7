import { expect, type Page } from '@playwright/test';
import { GALLERY_SETTINGS } from './gallery/gallery-settings.ts';
import { PASSWORD } from './support/account.ts';
import { openAuthDialog } from './support/pages/auth-dialog.ts';
import { openSettings } from './support/pages/settings-dialog.ts';
import { desktopApp, shownLink } from './support/stack/desktop-app.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { userTest } from './support/test.ts';

userTest.use({ settings: GALLERY_SETTINGS });

/** Gives the browser a device with a fingerprint reader, whose user always agrees. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

userTest(
  'a passkey is added, signs in, signs in the desktop app, and is removed',
  async ({ page, stack, account, chat }) => {
    await addAuthenticator(page);
    await page.goto('/');
    const settings = await openSettings(page);
    await settings.button('View ways to sign in').click();
    await settings.button('Add a passkey').click();
    await settings.field('Current password').fill(PASSWORD);
    await settings.button('Make a passkey').click();
    await expect(settings.dialog.getByText('Your passkey is added.')).toBeVisible();
    await expect(settings.dialog.getByText(/^Passkey from Chrom/)).toBeVisible();
    await expectAccessible(page);
    await settings.dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();

    const { dialog } = await openAuthDialog(page, 'Sign In');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Passkey', exact: true }).click();
    await expect(chat.box).toBeVisible();
    await expect(chat.sidebar.getByText(`Logged in as ${account.email}`)).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();

    const app = desktopApp(stack);
    await page.goto(app.address);
    await page.getByRole('button', { name: 'Passkey', exact: true }).click();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    expect((await app.exchange(await shownLink(page))).body.user?.email).toBe(account.email);

    await page.goto('/');
    const again = await openSettings(page);
    await again.button('View ways to sign in').click();
    await again.dialog.getByRole('button', { name: /^Remove the passkey from/ }).click();
    await again.field('Current password').fill(PASSWORD);
    await again.button('Remove').click();
    await expect(again.dialog.getByText(/is removed here/)).toBeVisible();
    await again.dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    const last = await openAuthDialog(page, 'Sign In');
    await last.dialog.getByRole('button', { name: 'Passkey', exact: true }).click();
    await expect(last.problem).toHaveText(/^This passkey isn’t known here\./);
  },
);
