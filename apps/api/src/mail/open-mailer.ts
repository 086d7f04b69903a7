import { createTransport } from 'nodemailer';
import type { Mailer } from './mail.ts';

export interface MailSettings {
  /** smtp:// or smtps://, with the name and password where the server wants them. */
  smtpUrl: string;
  /** An address, or a name and an address in angle brackets. */
  from: string;
}

/** Sends through the operator's mail server. A server that does not answer costs one mail half a minute at most. */
export function openMailer({ smtpUrl, from }: MailSettings): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // What is mailed is text of ours: it never names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, ...mail }) {
      // As an object it is one address, whatever characters are in it.
      await transport.sendMail({ from, to: { name: '', address: to }, ...mail });
    },
    close: () => transport.close(),
  };
}

/** One line for people who start the server; `sandboxPage` is where its mailbox is looked at, when that takes the mails. */
export function describeMail(mail: MailSettings | null, sandboxPage: string | null): string {
  if (!mail) return 'Mail: none (set SMTP_URL and MAIL_FROM)';
  if (sandboxPage) return `Mail: sandbox mailbox at ${sandboxPage} (set SMTP_URL and MAIL_FROM for a real one)`;
  return `Mail: ${URL.parse(mail.smtpUrl)?.host}`;
}

/** What the start says of ADMIN_EMAILS: nothing where mail can verify them. */
export function describeAdmins(adminEmails: string[], mail: MailSettings | null): string[] {
  if (mail || adminEmails.length === 0) return [];
  return ['Admins: none, because no mail can verify ADMIN_EMAILS (set SMTP_URL and MAIL_FROM)'];
}
