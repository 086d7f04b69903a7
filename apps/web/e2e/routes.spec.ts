import { expect, type Page } from '@playwright/test';
import { signUp } from './support/account.ts';
import { userTest, visitorTest } from './support/test.ts';

const UNKNOWN = '/c/00000000-0000-4000-8000-000000000000';

const expectLanding = (page: Page) => expect(page.getByRole('button', { name: 'Try for free' })).toBeVisible();

/** Addresses that no page has, and the two of the landing page. */
const WITHOUT_A_PAGE = ['/', '/landing', UNKNOWN, '/no/such/page'];

visitorTest('every address without a page shows a visitor the landing page', async ({ page, stack }) => {
  const theirs = `/c/${await (await signUp(stack)).ask('What is 6 * 7?')}`;
  for (const address of [...WITHOUT_A_PAGE, theirs]) {
    await page.goto(address);
    await expectLanding(page);
    await expect(page).toHaveURL(address === '/no/such/page' ? '/' : address);
    await expect(page.locator('body')).not.toContainText('What is 6 * 7?');
  }
});

userTest(
  'every address without a page opens an empty chat for a user without conversations',
  async ({ page, chat, stack }) => {
    const theirs = `/c/${await (await signUp(stack)).ask('What is 6 * 7?')}`;
    for (const address of [...WITHOUT_A_PAGE, theirs]) {
      await page.goto(address);
      await expect(chat.box).toBeEnabled();
      await expect(chat.turns).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'What’s on your mind?' })).toBeVisible();
      if (address.startsWith('/c/')) await expect(page).toHaveURL('/');
    }
  },
);

userTest(
  'every address without a page opens the newest conversation or the last one opened',
  async ({ page, account, stack }) => {
    const theirs = `/c/${await (await signUp(stack)).ask('What is 6 * 9?')}`;
    const older = await account.ask('What is 6 * 7?');
    const newer = await account.ask('What is 6 * 8?');
    const others = ['/c/not-an-id', '/help/more', '/API'];
    for (const address of [...WITHOUT_A_PAGE, theirs, ...others]) {
      await page.goto(address);
      await expect(page).toHaveURL(`/c/${newer}`);
    }
    await page.goto(`/c/${older}`);
    await expect(page.getByRole('main')).toContainText('What is 6 * 7?');
    await page.goto('/');
    await expect(page).toHaveURL(`/c/${older}`);
  },
);

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

/** The public pages apart from the information pages, each with the first element it shows. */
const FOR_EVERYONE = [
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

userTest(
  'users can open every public page, and the plans and a canceled payment lead to the chat',
  async ({ page, chat, account }) => {
    const leave = () => page.getByRole('button', { name: 'Close' }).click();
    await expectEachForEveryone(page);
    await leave();
    await expect(page).toHaveURL('/');
    await expect(chat.box).toBeEnabled();
    await page.goto('/payment-cancel');
    await expect(page).toHaveURL('/');
    await expect(chat.box).toBeEnabled();

    const id = await account.ask('What is 6 * 7?');
    await page.goto('/pricing');
    await leave();
    await expect(page).toHaveURL(`/c/${id}`);
    await page.goto('/payment-cancel');
    await expect(page).toHaveURL(`/c/${id}`);
  },
);

/** Opens the callback without a usable code and waits out the error message. */
async function comeBackFromApple(page: Page): Promise<void> {
  await page.goto('/auth/apple/callback?error=access_denied');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.clock.fastForward(3000);
}

userTest('a failed Apple callback returns a signed-in user to the chat', async ({ page, account, chat }) => {
  await page.clock.install();
  await comeBackFromApple(page);
  await expect(page).toHaveURL('/');
  await expect(chat.box).toBeEnabled();
  const id = await account.ask('What is 6 * 7?');
  await comeBackFromApple(page);
  await expect(page).toHaveURL(`/c/${id}`);
});
