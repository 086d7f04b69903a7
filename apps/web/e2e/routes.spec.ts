import { expect, type Page } from '@playwright/test';
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
    await expect(page.getByRole('heading', { name: 'What would you like to talk over?' })).toBeVisible();
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

visitorTest('a part that does not load is an Unexpected Application Error with a way on', async ({ page }) => {
  await page.route('**/assets/landing-page-*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error' })).toBeVisible();
  await page.unroute('**/assets/landing-page-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expectLanding(page);
});
