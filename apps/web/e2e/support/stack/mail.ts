import { expect, type Page } from '@playwright/test';
import type { Sandbox, SandboxMail } from '@parley/sandbox';
import { visitorTest } from '../test.ts';

/** A test on a stack with an external mail server, so that addresses must be verified. */
export const mailTest = visitorTest.extend({
  settings: ({ mailbox }, use) =>
    use({ FREE_MESSAGES: '1000', SMTP_URL: mailbox.urls.smtp, MAIL_FROM: 'Parley <hello@example.com>' }),
});

/** The mails to this address, newest first. */
async function mailsTo({ urls }: Sandbox, address: string): Promise<SandboxMail[]> {
  const response = await fetch(`${urls.mail}/messages?to=${encodeURIComponent(address)}`);
  return (await response.json()) as SandboxMail[];
}

/** Waits for this many mails to this address and returns the newest. */
export async function mailTo(mailbox: Sandbox, address: string, count = 1): Promise<SandboxMail> {
  await expect.poll(async () => (await mailsTo(mailbox, address)).length).toBe(count);
  const [mail] = await mailsTo(mailbox, address);
  if (!mail) throw new Error(`There is no mail to ${address}`);
  return mail;
}

/** Opens the mail on the mailbox page and then the link in its text. */
export async function openLink(page: Page, { urls }: Sandbox, { id }: SandboxMail): Promise<void> {
  await page.goto(`${urls.mail}/${id}`);
  await page.locator('pre').getByRole('link').click();
}

/** The link in a mail. */
export function linkIn({ text }: SandboxMail): string {
  const [link] = /https?:\/\/\S+#\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`There is no link in ${text}`);
  return link;
}
