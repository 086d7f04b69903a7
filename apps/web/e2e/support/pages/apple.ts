import type { Page } from '@playwright/test';

export interface Consent {
  account: string;
  name?: [first: string, last: string];
  hidesEmail?: boolean;
}

/** Gives consent on Apple's page, in a popup or in the tab itself. */
export async function allow(page: Page, { account, name, hidesEmail = false }: Consent): Promise<void> {
  await page.getByLabel('Apple Account').fill(account);
  if (name) {
    await page.getByLabel('First name').fill(name[0]);
    await page.getByLabel('Last name').fill(name[1]);
  }
  if (hidesEmail) await page.getByLabel('Hide my email').check();
  await page.getByRole('button', { name: 'Allow' }).click();
}

/** Blocks popups, as some browsers do. */
export async function blockPopups(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.open = () => null;
  });
}
