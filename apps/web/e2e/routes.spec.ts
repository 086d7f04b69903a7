import { INFO_PAGES } from '@parley/core';
import { expect, type Page } from '@playwright/test';
import { signUp } from './support/account.ts';
import { userTest, visitorTest } from './support/test.ts';

const UNKNOWN = '/c/00000000-0000-4000-8000-000000000000';

const expectLanding = (page: Page) => expect(page.getByRole('button', { name: 'Try for free' })).toBeVisible();

for (const address of ['/', '/landing', UNKNOWN, '/no/such/page']) {
  visitorTest(`${address} shows a visitor the landing page`, async ({ page }) => {
    await page.goto(address);
    await expectLanding(page);
    await expect(page).toHaveURL(address);
  });

  userTest(`${address} opens an empty chat for a user without conversations`, async ({ page, chat }) => {
    await page.goto(address);
    await expect(chat.box).toBeEnabled();
    await expect(chat.turns).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'What’s on your mind?' })).toBeVisible();
    if (address === UNKNOWN) await expect(page).toHaveURL('/');
  });
}

userTest('every address opens the newest conversation or the last one opened', async ({ page, account }) => {
  const older = await account.ask('What is 6 * 7?');
  const newer = await account.ask('What is 6 * 8?');
  for (const address of ['/', '/landing', UNKNOWN, '/no/such/page']) {
    await page.goto(address);
    await expect(page).toHaveURL(`/c/${newer}`);
  }
  await page.goto(`/c/${older}`);
  await expect(page.getByRole('main')).toContainText('What is 6 * 7?');
  await page.goto('/');
  await expect(page).toHaveURL(`/c/${older}`);
});

userTest('Back and Forward move between conversations', async ({ page, account, chat }) => {
  const older = await account.ask('What is 6 * 7?');
  const newer = await account.ask('What is 6 * 8?');
  await page.goto('/');
  await expect(page).toHaveURL(`/c/${newer}`);
  await chat.sidebar.getByRole('link', { name: 'What is 6 * 7?' }).click();
  await expect(chat.questions).toHaveText('What is 6 * 7?');
  await page.goBack();
  await expect(chat.questions).toHaveText('What is 6 * 8?');
  await page.goForward();
  await expect(page).toHaveURL(`/c/${older}`);
  await expect(chat.questions).toHaveText('What is 6 * 7?');
});

userTest('the page says Loading Parley... during the session check', async ({ page, chat }) => {
  const release = Promise.withResolvers<void>();
  await page.route('**/api/auth/me', async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('status')).toHaveText('Loading Parley...');
  release.resolve();
  await expect(chat.box).toBeVisible();
});

userTest('a revoked session ends at the landing page', async ({ page, stack, account }) => {
  await fetch(`${stack.url}/api/auth/logout`, { headers: { Authorization: `Bearer ${account.token}` } });
  await page.goto('/');
  await expectLanding(page);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

/** The public pages, each with the first element it shows. */
const FOR_EVERYONE = [
  ...INFO_PAGES.map(({ id }) => ({ address: `/${id}`, shown: 'main h1' })),
  { address: '/payment-success', shown: 'h1:has-text("Payment Successful!")' },
  { address: '/desktop-sign-in', shown: 'h1:has-text("No sign-in request found")' },
  { address: '/pricing', shown: 'h1:has-text("Unlock Your AI Assistant")' },
  { address: '/premium', shown: 'h1:has-text("Unlock Your AI Assistant")' },
];

async function expectEachForEveryone(page: Page): Promise<void> {
  for (const { address, shown } of FOR_EVERYONE) {
    await page.goto(address);
    await expect(page.locator(shown)).toBeVisible();
    await expect(page).toHaveURL(address);
  }
}

visitorTest('visitors can open every public page', ({ page }) => expectEachForEveryone(page));

userTest('users can open every public page, and the plans close to the chat', async ({ page, chat, account }) => {
  await expectEachForEveryone(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/');
  await expect(chat.box).toBeEnabled();
  const id = await account.ask('What is 6 * 7?');
  await expectEachForEveryone(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(`/c/${id}`);
});

visitorTest('a visitor who did not pay returns to the landing page', async ({ page }) => {
  await page.goto('/payment-cancel');
  await expect(page).toHaveURL('/');
  await expectLanding(page);
});

userTest('a user who did not pay returns to the chat', async ({ page, account, chat }) => {
  await page.goto('/payment-cancel');
  await expect(page).toHaveURL('/');
  await expect(chat.box).toBeEnabled();
  const id = await account.ask('What is 6 * 7?');
  await page.goto('/payment-cancel');
  await expect(page).toHaveURL(`/c/${id}`);
});

/** Opens the callback without a usable code and waits out the error message. */
async function comeBackFromApple(page: Page, query = ''): Promise<void> {
  await page.goto(`/auth/apple/callback${query}`);
  await expect(page.getByRole('alert')).toBeVisible();
  await page.clock.fastForward(3000);
}

visitorTest('a failed Apple callback returns a visitor to the landing page', async ({ page }) => {
  await page.clock.install();
  await comeBackFromApple(page);
  await expect(page).toHaveURL('/');
  await expectLanding(page);
});

userTest('a failed Apple callback returns a signed-in user to the chat', async ({ page, account, chat }) => {
  await page.clock.install();
  await comeBackFromApple(page, '?error=access_denied');
  await expect(page).toHaveURL('/');
  await expect(chat.box).toBeEnabled();
  const id = await account.ask('What is 6 * 7?');
  await comeBackFromApple(page);
  await expect(page).toHaveURL(`/c/${id}`);
});

visitorTest('a visitor sees the landing page at a conversation’s address', async ({ page, stack }) => {
  const address = `/c/${await (await signUp(stack)).ask('What is 6 * 7?')}`;
  await page.goto(address);
  await expectLanding(page);
  await expect(page).toHaveURL(address);
  await expect(page.locator('body')).not.toContainText('What is 6 * 7?');
});

userTest('another user’s conversation is treated as unknown', async ({ page, stack, account, chat }) => {
  const theirs = await (await signUp(stack)).ask('What is 6 * 7?');
  await page.goto(`/c/${theirs}`);
  await expect(page).toHaveURL('/');
  await expect(chat.box).toBeEnabled();
  const mine = await account.ask('What is 6 * 8?');
  await page.goto(`/c/${theirs}`);
  await expect(page).toHaveURL(`/c/${mine}`);
  await expect(chat.questions).toHaveText('What is 6 * 8?');
});

for (const address of ['/c/not-an-id', '/c/', '/c/a/b', '/%2e%2e/x', '/help/more', '/API']) {
  userTest(`${address} opens the chat like any unknown path`, async ({ page, account }) => {
    const id = await account.ask('What is 6 * 7?');
    await page.goto(address);
    await expect(page).toHaveURL(`/c/${id}`);
  });
}
