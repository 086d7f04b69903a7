import type { SandboxMail } from '@parley/sandbox';
import { expect } from 'vitest';
import type { TestServer } from './test-server.ts';

/** The sandbox's mails to this address, newest first. */
export async function mailsTo(server: TestServer, address: string): Promise<SandboxMail[]> {
  const response = await fetch(`${server.sandbox.urls.mail}/messages?to=${encodeURIComponent(address)}`);
  return (await response.json()) as SandboxMail[];
}

/** Waits for a mail to this address whose subject contains these words. */
export async function mailTo(server: TestServer, address: string, subject: string): Promise<SandboxMail> {
  const find = async () => (await mailsTo(server, address)).find((mail) => mail.subject.includes(subject));
  await expect.poll(find).toBeDefined();
  return (await find()) as SandboxMail;
}

/** The token in the mail's link to this page. */
export function tokenIn(mail: SandboxMail, page: string): string {
  const token = new RegExp(`^https://parley\\.example\\.com${page}#([\\w-]{43})$`, 'm').exec(mail.text)?.[1];
  expect(token, mail.text).toBeDefined();
  return token ?? '';
}
