import { expect, type Page } from '@playwright/test';

/** Sends a message and waits for the end of its reply. */
export async function ask(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill(text);
  await box.press('Enter');
  await replyEnded(page);
}

/** Resolves when the last reply on the page has ended and can be regenerated. A slow one takes more than ten seconds. */
export async function replyEnded(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Retry generation' }).last()).toBeVisible({ timeout: 60_000 });
}
