import { INFO_PAGES } from '@parley/core';
import { expect, type Page } from '@playwright/test';
import { signUp } from './support/account.ts';
import { userTest, visitorTest } from './support/test.ts';

const UNKNOWN = '/c/00000000-0000-4000-8000-000000000000';

const expectLanding = (page: Page) => expect(page.getByRole('button', { name: 'Try for free' })).toBeVisible();

for (const address of ['/', '/landing', UNKNOWN, '/no/such/page']) {
  visitorTest(`${address} is the landing page for a visitor`, async ({ page }) => {
    await page.goto(address);
    await expectLanding(page);
    await expect(page).toHaveURL(address);
  });

  userTest(`${address} leads to an empty chat while there is no conversation`, async ({ page, chat }) => {
    await page.goto(address);
    await expect(chat.box).toBeEnabled();
    await expect(chat.turns).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'What’s on your mind?' })).toBeVisible();
    if (address === UNKNOWN) await expect(page).toHaveURL('/');
  });
}

userTest('every address leads to the newest conversation, and then to the current one', async ({ page, account }) => {
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

userTest('says Loading Parley... while the session is checked', async ({ page, chat }) => {
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

userTest('a session that is no longer good ends at the landing page', async ({ page, stack, account }) => {
  await fetch(`${stack.url}/api/auth/logout`, { headers: { Authorization: `Bearer ${account.token}` } });
  await page.goto('/');
  await expectLanding(page);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

/** The pages that are the same for everyone, by what each shows first. */
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

visitorTest('visitors see the pages that are the same for everyone', ({ page }) => expectEachForEveryone(page));

userTest(
  'what is the same for everyone is there with and without a conversation, and the plans lead back to the chat',
  async ({ page, chat, account }) => {
    await expectEachForEveryone(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL('/');
    await expect(chat.box).toBeEnabled();
    const id = await account.ask('What is 6 * 7?');
    await expectEachForEveryone(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(`/c/${id}`);
  },
);

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

/** Comes back with nothing to trade for a session, and lets the time pass for which that is said. */
async function comeBackFromApple(page: Page, query = ''): Promise<void> {
  await page.goto(`/auth/apple/callback${query}`);
  await expect(page.getByRole('alert')).toBeVisible();
  await page.clock.fastForward(3000);
}

visitorTest('the way back from Apple leads a visitor to the landing page when nothing came of it', async ({ page }) => {
  await page.clock.install();
  await comeBackFromApple(page);
  await expect(page).toHaveURL('/');
  await expectLanding(page);
});

userTest('the way back from Apple leads who is signed in to their chat', async ({ page, account, chat }) => {
  await page.clock.install();
  await comeBackFromApple(page, '?error=access_denied');
  await expect(page).toHaveURL('/');
  await expect(chat.box).toBeEnabled();
  const id = await account.ask('What is 6 * 7?');
  await comeBackFromApple(page);
  await expect(page).toHaveURL(`/c/${id}`);
});

visitorTest('a visitor sees the landing page at the address of a conversation', async ({ page, stack }) => {
  const address = `/c/${await (await signUp(stack)).ask('What is 6 * 7?')}`;
  await page.goto(address);
  await expectLanding(page);
  await expect(page).toHaveURL(address);
  await expect(page.locator('body')).not.toContainText('What is 6 * 7?');
});

userTest("another user's conversation is as unknown as one that never was", async ({ page, stack, account, chat }) => {
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
  userTest(`${address} is any other path`, async ({ page, account }) => {
    const id = await account.ask('What is 6 * 7?');
    await page.goto(address);
    await expect(page).toHaveURL(`/c/${id}`);
  });
}
