import { expect } from '@playwright/test';
import { PASSWORD, signUp } from './support/account.ts';
import { authDialogOn, openAuthDialog, opener } from './support/auth-dialog.ts';
import { userTest, visitorTest } from './support/test.ts';

visitorTest('signing in asks for an address and the password that the browser may know', async ({ page }) => {
  const { email, password, confirmation, signIn } = await openAuthDialog(page, 'Sign In');
  await expect(email).toHaveAttribute('autocomplete', /^(email|username)$/);
  await expect(email).toHaveAttribute('type', 'email');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await expect(password).toHaveAttribute('placeholder', 'Min. 6 characters');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(confirmation).toHaveCount(0);
  await expect(signIn).toBeEnabled();
});

visitorTest('Get Started and Try for free ask for a new password, twice', async ({ page }) => {
  const { dialog, password, confirmation, create } = await openAuthDialog(page, 'Get Started');
  await expect(password).toHaveAttribute('autocomplete', 'new-password');
  await expect(confirmation).toHaveAttribute('autocomplete', 'new-password');
  await expect(create).toBeEnabled();
  await page.keyboard.press('Escape');
  await opener(page, 'Try for free').click();
  await expect(dialog.getByRole('button', { name: 'Create Account' })).toBeVisible();
});

visitorTest('registering says what is wrong before it asks the server', async ({ page }) => {
  const { email, password, confirmation, problem, create } = await openAuthDialog(page, 'Get Started');
  let calls = 0;
  page.on('request', (request) => (calls += request.url().includes('/api/auth/register') ? 1 : 0));
  await email.fill('ada@example.com');
  await password.fill('tangerine');
  await confirmation.fill('tangerines');
  await create.click();
  await expect(problem).toHaveText('Passwords do not match');

  await password.fill('tange');
  await confirmation.fill('tange');
  await create.click();
  await expect(problem).toHaveText('Password must be at least 6 characters long');
  expect(calls).toBe(0);
});

visitorTest('a taken address and a wrong password are told as what they are', async ({ page, stack }) => {
  const { email } = await signUp(stack);
  const form = await openAuthDialog(page, 'Get Started');
  await form.email.fill(email.toUpperCase());
  await form.password.fill(PASSWORD);
  await form.confirmation.fill(PASSWORD);
  await form.create.click();
  await expect(form.problem).toHaveText('An account with this email already exists. Please sign in.');

  await form.dialog.getByRole('button', { name: 'Already have an account? Sign in' }).click();
  await form.email.fill(email);
  await form.password.fill('mandarine');
  await form.signIn.click();
  await expect(form.problem).toHaveText('Invalid email or password');
});

visitorTest('switching clears the fields and the error', async ({ page }) => {
  const { dialog, email, password, confirmation, problem, create } = await openAuthDialog(page, 'Get Started');
  await email.fill('ada@example.com');
  await password.fill('tangerine');
  await confirmation.fill('other');
  await create.click();
  await expect(problem).toBeVisible();
  await dialog.getByRole('button', { name: 'Already have an account? Sign in' }).click();
  await expect(problem).toHaveCount(0);
  await expect(email).toHaveValue('');
  await expect(password).toHaveValue('');
  await dialog.getByRole('button', { name: 'Need an account? Sign up' }).click();
  await expect(confirmation).toHaveValue('');
  await expect(email).toHaveValue('');
});

visitorTest('the close button, Escape and the backdrop close it, and the focus goes back', async ({ page }) => {
  await page.goto('/');
  const { dialog } = authDialogOn(page);
  const ways = [
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
  ];
  for (const leave of ways) {
    await opener(page, 'Sign In').click();
    await expect(dialog).toBeVisible();
    await leave();
    await expect(dialog).toHaveCount(0);
    await expect(opener(page, 'Sign In')).toBeFocused();
  }
});

visitorTest('Tab stays in the dialog', async ({ page }) => {
  const { dialog, email } = await openAuthDialog(page, 'Get Started');
  await expect(email).toBeFocused();
  const controls = await dialog.locator('button, input').count();
  for (let presses = 0; presses <= controls; presses++) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
});

visitorTest('says Processing... and takes no second press while the server is asked', async ({ page }) => {
  const { email, password, confirmation, create, dialog } = await openAuthDialog(page, 'Get Started');
  const release = Promise.withResolvers<void>();
  await page.route('**/api/auth/register', async (route) => {
    await release.promise;
    await route.continue();
  });
  await email.fill(`busy-${crypto.randomUUID()}@example.com`);
  await password.fill(PASSWORD);
  await confirmation.fill(PASSWORD);
  await create.click();
  await expect(dialog.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  release.resolve();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
});

userTest('Logout leaves nothing behind', async ({ page, chat, account }) => {
  const conversation = await account.ask('What is 6 * 7?');
  await page.goto(`/c/${conversation}`);
  await expect(chat.texts).toContainText('42');
  await expect(chat.sidebar.getByText(`Logged in as ${account.email}`)).toBeVisible();
  await chat.box.fill('half a thought');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(opener(page, 'Sign In')).toBeVisible();
  await expect(page).toHaveURL('/');
  const left = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  for (const secret of ['token', account.email, conversation, 'half a thought']) expect(left).not.toContain(secret);

  await page.goto(`/c/${conversation}`);
  await expect(opener(page, 'Sign In')).toBeVisible();
  await expect(page.getByText('42')).toHaveCount(0);
});
