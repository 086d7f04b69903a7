import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { User } from '@parley/core';
import { PASSWORD, signUp } from './support/account.ts';
import { allow, blockPopups, type Consent } from './support/pages/apple.ts';
import { openAuthDialog } from './support/pages/auth-dialog.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { linkIn, mailTest, mailTo } from './support/stack/mail.ts';
import { watch } from './support/watch.ts';

const DEVICES = { 'a desktop': { width: 1440, height: 900 }, 'a phone': { width: 360, height: 740 } };
const TAKEN = 'An account with this email already exists. Please sign in with its password.';

const newAddress = () => `${randomUUID()}@example.com`;
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** Presses the dialog's button and returns the popup that it opens. */
async function pressApple(page: Page): Promise<Page> {
  const { apple } = await openAuthDialog(page, 'Sign In');
  const popup = page.waitForEvent('popup');
  await apple.click();
  return popup;
}

/** Presses the button while popups are blocked and gives consent on the redirect page. */
async function goToApple(page: Page, consent: Consent): Promise<void> {
  const { apple } = await openAuthDialog(page, 'Sign In');
  await apple.click();
  await allow(page, consent);
}

/** The user signed in on this page. */
function userOn(page: Page): Promise<User | null> {
  return page.evaluate(async () => {
    const response = await fetch('/api/auth/me', {
      headers: { Authorization: `Bearer ${localStorage.getItem('token')}` },
    });
    return ((await response.json()) as { user: User | null }).user;
  });
}

for (const [device, viewport] of Object.entries(DEVICES)) {
  mailTest.describe(`on ${device}`, { tag: device === 'a phone' ? '@all' : [] }, () => {
    mailTest.use({ viewport });

    mailTest(
      'the Apple popup signs in, passes on the name, keeps the content policy, and contacts only Apple',
      async ({ page, stack, baseURL, chat }) => {
        const wrongs = await watch(page, baseURL ?? '');
        const account = newAddress();
        const asked = page.waitForRequest('**/api/auth/apple');
        await allow(await pressApple(page), { account, name: ['Grace', 'Hopper'] });
        expect((await asked).postDataJSON()).toMatchObject({ name: { firstName: 'Grace', lastName: 'Hopper' } });
        await expect(chat.box).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        expect(await userOn(page)).toMatchObject({ email: account, emailVerified: true });
        const elsewhere = wrongs.filter((wrong) => !wrong.includes(`: ${stack.sandboxUrl}/apple/`));
        expect(elsewhere).toEqual([]);
      },
    );

    mailTest(
      'Apple’s own page signs in when popups are blocked and leaves no code in the URL',
      async ({ page, chat }) => {
        await blockPopups(page);
        const account = newAddress();
        const exchanges: unknown[] = [];
        page.on('request', (request) => {
          if (request.url().endsWith('/api/auth/apple/exchange')) exchanges.push(request.postDataJSON());
        });
        await goToApple(page, { account });
        await expect(chat.box).toBeVisible();
        await expect(page).toHaveURL('/');
        expect(exchanges).toEqual([{ code: expect.any(String), state: expect.stringMatching(/^origin:web:/) }]);
        expect(await userOn(page)).toMatchObject({ email: account });
        await page.goBack();
        expect(page.url()).not.toContain('code=');
      },
    );
  });
}

mailTest('a user who signs in again keeps the account and is not asked for a name', async ({ page, chat }) => {
  const account = newAddress();
  await allow(await pressApple(page), { account });
  await expect(chat.box).toBeVisible();
  const first = await userOn(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  const asked = page.waitForRequest('**/api/auth/apple');
  await allow(await pressApple(page), { account });
  expect((await asked).postDataJSON()).not.toHaveProperty('name');
  await expect(chat.box).toBeVisible();
  expect((await userOn(page))?._id).toBe(first?._id);
});

mailTest('a user who cancels or closes the popup can try again and hide the address', async ({ page, chat }) => {
  const popup = await pressApple(page);
  await popup.getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toHaveText('Access denied by user');
  const again = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Apple' }).click();
  await expect(dialog.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await (await again).close();
  await expect(dialog.getByRole('alert')).toHaveText('Sign-in was cancelled');
  const third = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Apple' }).click();
  await allow(await third, { account: newAddress(), hidesEmail: true });
  await expect(chat.sidebar.getByText(/^Logged in as \w+@privaterelay\.appleid\.com$/)).toBeVisible();
});

mailTest('canceling on Apple’s own page shows the error and returns after 3 s', async ({ page }) => {
  await blockPopups(page);
  await page.clock.install();
  const { apple } = await openAuthDialog(page, 'Sign In');
  await apple.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText('Apple Sign-In error: user_cancelled_authorize');
  await expect(page).toHaveURL('/auth/apple/callback');
  await page.clock.fastForward(3000);
  await expect(page.getByRole('button', { name: 'Try for free' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

mailTest(
  'signing in with Apple does not take over an account with an unverified address',
  async ({ page, stack, mailbox, chat }) => {
    const victim = await signUp(stack, newAddress());
    const conversation = await victim.ask('What is 6 * 7?');
    const mail = await mailTo(mailbox, victim.email);
    await allow(await pressApple(page), { account: victim.email });
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(TAKEN);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

    // Once the address is verified, both ways to sign in work.
    await page.goto(linkIn(mail));
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await expect(heading(page, 'Email confirmed')).toBeVisible();
    await allow(await pressApple(page), { account: victim.email });
    await expect(chat.box).toBeVisible();
    await expect(page).toHaveURL(`/c/${conversation}`);
    await page.getByRole('button', { name: 'Logout' }).click();
    const form = await openAuthDialog(page, 'Sign In');
    await form.email.fill(victim.email);
    await form.password.fill(PASSWORD);
    await form.signIn.click();
    await expect(page).toHaveURL(`/c/${conversation}`);
  },
);

mailTest('the dialog reports that Apple’s script could not be loaded, and is accessible', async ({ page, stack }) => {
  await page.route(`${stack.sandboxUrl}/apple/appleid.auth.js`, (route) => route.abort());
  const { apple, dialog, problem } = await openAuthDialog(page, 'Sign In');
  await expect(dialog.getByText('Or continue with')).toBeVisible();
  await apple.click();
  await expect(problem).toHaveText('Failed to load Apple Sign-In script');
  await expectAccessible(page);
  await page.unroute(`${stack.sandboxUrl}/apple/appleid.auth.js`);
  const popup = page.waitForEvent('popup');
  await apple.click();
  await (await popup).close();
});

mailTest('the callback page shows its progress and each error', async ({ page }) => {
  // A 204 response cancels the redirect, so the callback page stays open for the checks.
  await page.route('/', (route) => route.fulfill({ status: 204 }));
  for (const [query, sentence] of [
    ['', 'No authorization code received from Apple'],
    ['?code=forged&state=origin:web:forged', 'Failed to complete Apple Sign-In'],
    ['?error=access_denied', 'Apple Sign-In error: access_denied'],
  ] as const) {
    await page.goto(`/auth/apple/callback${query}`);
    await expect(page.getByRole('alert')).toHaveText(sentence);
    await expect(page).toHaveURL('/auth/apple/callback');
  }
  await expectAccessible(page);

  const release = Promise.withResolvers<void>();
  await page.route('**/api/auth/apple/exchange', async (route) => {
    await release.promise;
    await route.abort();
  });
  await page.goto('/auth/apple/callback?code=c&state=s');
  await expect(heading(page, 'Completing Sign-In')).toBeVisible();
  await expect(page).toHaveTitle('Completing Sign-In · Parley');
  await expectAccessible(page);
  release.resolve();
  await expect(page.getByRole('alert')).toHaveText('An error occurred during Apple Sign-In');
});
