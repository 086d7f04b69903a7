import { expect } from '@playwright/test';
import { PASSWORD, signUp } from './support/account.ts';
import { authDialogOn, openAuthDialog, opener } from './support/pages/auth-dialog.ts';
import { userTest, visitorTest } from './support/test.ts';

visitorTest('the dialog reports a taken address and a wrong password', async ({ page, stack }) => {
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

visitorTest('the close button, Escape, and the backdrop close the dialog and restore the focus', async ({ page }) => {
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

visitorTest('the sign-up dialog asks for a new password twice and keeps the focus', async ({ page }) => {
  const { dialog, email, password, confirmation, create } = await openAuthDialog(page, 'Get Started');
  await expect(email).toBeFocused();
  await expect(password).toHaveAttribute('autocomplete', 'new-password');
  await expect(confirmation).toHaveAttribute('autocomplete', 'new-password');
  await expect(create).toBeEnabled();
  const controls = await dialog.locator('button, input').count();
  for (let presses = 0; presses <= controls; presses++) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await opener(page, 'Try for free').click();
  await expect(create).toBeVisible();
});

userTest('Logout while offline says so, and shows the landing page once online again', async ({ page, chat }) => {
  await page.goto('/');
  await expect(chat.box).toBeEditable();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await expect(page.getByText('You’re signed out. We’ll reconnect automatically.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('button', { name: 'Try for free' }).first()).toBeVisible();
});

userTest('Logout removes everything the browser stored', async ({ page, chat, account }) => {
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
