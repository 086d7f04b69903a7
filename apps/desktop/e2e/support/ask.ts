import { expect, type Page } from '@playwright/test';

/** Asks, and waits for the reply's end. */
export async function ask(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill(text);
  await box.press('Enter');
  await replyEnded(page);
}

/** Resolves when the last reply on the page is over: only then it can be asked for anew. */
export async function replyEnded(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Retry generation' }).last()).toBeVisible({ timeout: 20_000 });
}
