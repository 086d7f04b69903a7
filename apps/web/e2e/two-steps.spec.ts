import { expect } from '@playwright/test';
import { PASSWORD } from './support/account.ts';
import { appCode } from './support/app-code.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { openAuthDialog } from './support/pages/auth-dialog.ts';
import { openSettings } from './support/pages/settings-dialog.ts';
import { userTest } from './support/test.ts';

userTest(
  'an authenticator app is set up, signs in, remembers the device, and is removed with a recovery code',
  async ({ page, account, chat }) => {
    await page.goto('/');
    const settings = await openSettings(page);
    await settings.button('View two-step sign-in').click();
    await settings.button('Set up').click();
    await settings.field('Current password').fill(PASSWORD);
    await settings.button('Continue').click();
    await expect(settings.dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
    await expectAccessible(page);
    const secret = await settings.field('Key').inputValue();
    await settings.field('Code').fill(appCode(secret));
    await settings.button('Turn on').click();
    const codes = settings.dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    await expectAccessible(page);
    const downloading = page.waitForEvent('download');
    await settings.button('Download').click();
    expect((await downloading).suggestedFilename()).toBe('Parley recovery codes.txt');
    const [recoveryCode = ''] = await codes.allTextContents();
    await settings.button('I’ve saved them').click();
    await expect(settings.dialog.getByText('10 codes left')).toBeVisible();
    await expectAccessible(page);
    await settings.button('Close').click();
    await page.getByRole('button', { name: 'Logout' }).click();

    const form = await openAuthDialog(page, 'Sign In');
    await form.email.fill(account.email);
    await form.password.fill(PASSWORD);
    await form.signIn.click();
    const code = form.dialog.getByLabel('Code', { exact: true });
    await expect(code).toBeFocused();
    await expectAccessible(page);
    await code.fill('12345');
    await form.signIn.click();
    await expect(form.problem).toHaveText('That code isn’t right.');
    // The first code is used up: this one comes after it.
    await code.fill(appCode(secret, 1));
    await form.dialog.getByLabel('Remember this device for 30 days').check();
    await form.signIn.click();
    await expect(chat.box).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();

    const known = await openAuthDialog(page, 'Sign In');
    await known.email.fill(account.email);
    await known.password.fill(PASSWORD);
    await known.signIn.click();
    await expect(chat.box).toBeVisible();

    const again = await openSettings(page);
    await again.button('View two-step sign-in').click();
    await again.button('Turn off').click();
    await again.field('Current password').fill(PASSWORD);
    await again.field('Code from your authenticator app').fill(recoveryCode);
    await again.button('Turn off').click();
    await expect(again.dialog.getByText('Two-step sign-in is off.')).toBeVisible();
    await expect(again.button('Set up')).toBeVisible();
  },
);
