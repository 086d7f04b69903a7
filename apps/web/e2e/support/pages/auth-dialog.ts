import { expect, type Locator, type Page } from '@playwright/test';

/** The dialog to sign in and register. */
export interface AuthDialog {
  dialog: Locator;
  email: Locator;
  password: Locator;
  confirmation: Locator;
  problem: Locator;
  signIn: Locator;
  create: Locator;
  apple: Locator;
}

export function authDialogOn(page: Page): AuthDialog {
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    email: dialog.getByLabel('Email'),
    password: dialog.getByLabel('Password', { exact: true }),
    confirmation: dialog.getByLabel('Confirm Password'),
    problem: dialog.getByRole('alert'),
    signIn: dialog.getByRole('button', { name: 'Sign In', exact: true }),
    create: dialog.getByRole('button', { name: 'Create Account', exact: true }),
    apple: dialog.getByRole('button', { name: 'Apple', exact: true }),
  };
}

/** The button of the landing page with this name. */
export const opener = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

/** Opens the landing page and then the dialog with the button of this name. */
export async function openAuthDialog(page: Page, name: 'Sign In' | 'Get Started', address = '/'): Promise<AuthDialog> {
  await page.goto(address);
  await opener(page, name).click();
  const form = authDialogOn(page);
  await expect(form.dialog).toBeVisible();
  return form;
}
