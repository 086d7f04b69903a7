import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { PASSWORD, signedIn, signUp } from './support/account.ts';
import { authDialogOn, openAuthDialog } from './support/pages/auth-dialog.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { linkIn, mailTest, mailTo, openLink } from './support/stack/mail.ts';
import type { Stack } from './support/stack/stack.ts';

const NEW_PASSWORD = 'mandarine';
const DEVICES = { 'a desktop': { width: 1440, height: 900 }, 'a phone': { width: 360, height: 740 } };

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const newAddress = () => `${randomUUID()}@example.com`;

async function statusOf({ url }: Stack, token: string | null): Promise<number> {
  return (await fetch(`${url}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } })).status;
}

async function isVerified({ url }: Stack, token: string | null): Promise<boolean> {
  const response = await fetch(`${url}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } });
  return ((await response.json()) as { user: { emailVerified: boolean } }).user.emailVerified;
}

async function askForLink(origin: string | undefined, email: string): Promise<void> {
  await fetch(`${origin}/api/auth/forgot`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
  });
}

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

for (const [device, viewport] of Object.entries(DEVICES)) {
  mailTest.describe(`on ${device}`, { tag: device === 'a phone' ? '@all' : [] }, () => {
    mailTest.use({ viewport });

    mailTest('a new user gets a mail whose link verifies the address', async ({ page, stack, mailbox, chat }) => {
      const address = newAddress();
      const { email, password, confirmation, create, dialog } = await openAuthDialog(page, 'Get Started');
      await email.fill(address);
      await password.fill(PASSWORD);
      await confirmation.fill(PASSWORD);
      await create.click();
      await expect(dialog).toHaveCount(0);
      await expect(chat.box).toBeVisible();
      const token = await tokenOf(page);
      expect(await isVerified(stack, token)).toBe(false);

      const mail = await mailTo(mailbox, address);
      await openLink(page, mailbox, mail);
      await expect(heading(page, 'Confirm your email')).toBeVisible();
      expect(await isVerified(stack, token)).toBe(false);
      await page.getByRole('button', { name: 'Confirm email' }).click();
      await expect(heading(page, 'Email confirmed')).toBeVisible();
      await expect(page.getByRole('status')).toContainText(address);
      await expect(page).toHaveURL('/verify-email');
      expect(await isVerified(stack, token)).toBe(true);
      await page.getByRole('button', { name: 'Continue to Parley' }).click();
      await expect(chat.box).toBeVisible();
      expect(await tokenOf(page)).toBe(token);
    });

    mailTest(
      'a user who forgot the password sets a new one by mail',
      async ({ page, stack, mailbox, chat, browser }) => {
        const account = await signUp(stack, newAddress());
        await mailTo(mailbox, account.email);
        const elsewhere = await browser.newContext({ storageState: signedIn(stack, account) });
        const oldPage = await elsewhere.newPage();
        await oldPage.goto(stack.url);
        await expect(oldPage.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();

        const { dialog } = await openAuthDialog(page, 'Sign In');
        await dialog.getByRole('button', { name: 'Forgot password?' }).click();
        await dialog.getByRole('button', { name: 'Send link' }).click();
        await expect(dialog.getByRole('alert')).toHaveText('Email is required');
        await expectAccessible(page);
        await dialog.getByLabel('Email').fill(account.email);
        await dialog.getByRole('button', { name: 'Send link' }).click();
        await expect(dialog.getByRole('status')).toContainText('on its way');
        await expectAccessible(page);

        await openLink(page, mailbox, await mailTo(mailbox, account.email, 2));
        await expect(heading(page, 'Choose a new password')).toBeVisible();
        await expect(page).toHaveURL('/reset-password');
        await page.getByLabel('New Password').fill('short');
        await page.getByRole('button', { name: 'Change password' }).click();
        await expect(page.getByRole('alert')).toHaveText('Passwords do not match');
        await expectAccessible(page);
        await page.getByLabel('New Password').fill(NEW_PASSWORD);
        await page.getByLabel('Confirm Password').fill(NEW_PASSWORD);
        await page.getByRole('button', { name: 'Change password' }).click();
        await expect(heading(page, 'Password changed')).toBeVisible();
        await expectAccessible(page);

        expect(await statusOf(stack, account.token)).toBe(401);
        await expect(authDialogOn(oldPage).signIn).toBeVisible();
        await expect.poll(() => tokenOf(oldPage)).toBeNull();
        await oldPage.reload();
        await expect(oldPage.getByRole('button', { name: 'Try for free' })).toBeVisible();
        await elsewhere.close();

        await page.getByRole('button', { name: 'Sign In', exact: true }).click();
        const form = authDialogOn(page);
        await form.email.fill(account.email);
        await form.password.fill(PASSWORD);
        await form.signIn.click();
        await expect(form.problem).toHaveText('Invalid email or password');
        await form.password.fill(NEW_PASSWORD);
        await form.signIn.click();
        await expect(chat.box).toBeVisible();
        await expect(page).toHaveURL('/');
      },
    );
  });
}

mailTest(
  'a password reset in a signed-in browser also ends that session',
  async ({ page, stack, mailbox, baseURL }) => {
    const account = await signUp(stack, newAddress());
    await page.goto('/help');
    await page.evaluate((token) => localStorage.setItem('token', token), account.token);
    await askForLink(baseURL, account.email);
    await page.goto(linkIn(await mailTo(mailbox, account.email, 2)));
    await page.getByLabel('New Password').fill(NEW_PASSWORD);
    await page.getByLabel('Confirm Password').fill(NEW_PASSWORD);
    await page.getByLabel('Confirm Password').press('Enter');
    await expect(heading(page, 'Password changed')).toBeVisible();
    await expect.poll(() => tokenOf(page)).toBeNull();
  },
);

mailTest('a link works once, and a used link offers a new one', async ({ page, stack, mailbox, baseURL }) => {
  const account = await signUp(stack, newAddress());
  const link = linkIn(await mailTo(mailbox, account.email));
  await page.goto('/help');
  await page.evaluate((token) => localStorage.setItem('token', token), account.token);
  await page.goto(link);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(heading(page, 'Email confirmed')).toBeVisible();
  await page.goto('/help');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('alert')).toHaveText('This link has expired. Request a new one.');
  await expectAccessible(page);

  await page.goto(`${baseURL}/reset-password#used`);
  await page.getByLabel('New Password').fill(NEW_PASSWORD);
  await page.getByLabel('Confirm Password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toHaveText('This link has expired. Request a new one.');
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByRole('dialog', { name: 'Reset your password' })).toBeVisible();
});

mailTest('a signed-in user gets a new link in place of a used one', async ({ page, stack, mailbox }) => {
  const account = await signUp(stack, newAddress());
  await mailTo(mailbox, account.email);
  await page.goto('/help');
  await page.evaluate((token) => localStorage.setItem('token', token), account.token);
  await page.goto('/verify-email#spent');
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByRole('status')).toHaveText(`A new link is on its way to ${account.email}.`);
  await page.goto(linkIn(await mailTo(mailbox, account.email, 2)));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(heading(page, 'Email confirmed')).toBeVisible();
});

mailTest(
  'the owner of an address ends the account of a stranger who registered it',
  async ({ page, stack, mailbox }) => {
    const stranger = await signUp(stack, newAddress());
    await page.goto(linkIn(await mailTo(mailbox, stranger.email)));
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await expect(heading(page, 'Is this your account?')).toBeVisible();
    await expectAccessible(page);
    expect(await isVerified(stack, stranger.token)).toBe(false);
    await page.getByRole('button', { name: 'Choose a new password' }).click();
    await page.getByLabel('New Password').fill(NEW_PASSWORD);
    await page.getByLabel('Confirm Password').fill(NEW_PASSWORD);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(heading(page, 'Email confirmed')).toBeVisible();
    expect(await statusOf(stack, stranger.token)).toBe(401);
    await page.getByRole('button', { name: 'Sign In' }).click();
    const { email, password, signIn } = authDialogOn(page);
    await email.fill(stranger.email);
    await password.fill(NEW_PASSWORD);
    await signIn.click();
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
  },
);

mailTest('no request contains the token of a mailed link', async ({ page, stack, mailbox }) => {
  const account = await signUp(stack, newAddress());
  const link = linkIn(await mailTo(mailbox, account.email));
  const token = new URL(link).hash.slice(1);
  const sent: string[] = [];
  page.on('request', (request) => {
    sent.push(request.url().split('#')[0] ?? '', JSON.stringify(request.headers()));
  });
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(heading(page, 'Is this your account?')).toBeVisible();
  expect(sent.filter((text) => text.includes(token))).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(token);
});
