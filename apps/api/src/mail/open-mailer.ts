import { createTransport } from 'nodemailer';
import type { Mailer } from './mail.ts';

export interface MailSettings {
  /** smtp:// or smtps://, with user name and password if the server requires them. */
  smtpUrl: string;
  /** An address, or a name with an address in angle brackets. */
  from: string;
  /** The name for EHLO; nodemailer's default without it. `?name=` in the URL takes precedence. */
  greetingName?: string | undefined;
}

/** Suppresses automatic replies, such as out-of-office messages. */
const NO_AUTO_REPLIES = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' };

/** Sends mail through the operator's mail server. An unresponsive server delays one mail by half a minute at most. */
export function openMailer({ smtpUrl, from, greetingName }: MailSettings): Mailer {
  const sender = senderOf(from);
  const transport = createTransport({
    url: smtpUrl,
    ...(greetingName !== undefined && { name: greetingName }),
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Mails are our own text and never reference a file or a URL to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, ...mail }) {
      // Passed as an object, it is a single address, whatever characters it contains.
      await transport.sendMail({ from: sender, to: { name: '', address: to }, headers: NO_AUTO_REPLIES, ...mail });
    },
    close: () => transport.close(),
  };
}

/** Separates the sender's name, because an unquoted colon or parenthesis has a special meaning in a header. */
function senderOf(from: string): string | { name: string; address: string } {
  const at = from.indexOf('<');
  if (at <= 0 || from.startsWith('"')) return from;
  return { name: from.slice(0, at).trim(), address: from.slice(at + 1, -1) };
}

/** One line of start-up output; `sandboxPage` is the URL of the sandbox's mailbox if that receives the mails. */
export function describeMail(mail: MailSettings | null, sandboxPage: string | null): string {
  if (!mail) return 'Email: none (set SMTP_URL and MAIL_FROM)';
  if (sandboxPage) return `Email: sandbox mailbox at ${sandboxPage} (set SMTP_URL and MAIL_FROM for a real one)`;
  return `Email: ${URL.parse(mail.smtpUrl)?.host}`;
}

/** Start-up lines about the addresses of staff: none if mail or a sign-in provider can verify them. */
export function describeAdmins(
  { adminEmails, adminSupportEmails }: { adminEmails: string[]; adminSupportEmails: string[] },
  canVerify: boolean,
): string[] {
  const names = [adminEmails.length > 0 && 'ADMIN_EMAILS', adminSupportEmails.length > 0 && 'ADMIN_SUPPORT_EMAILS'];
  const set = names.filter(Boolean).join(' and ');
  if (canVerify || set === '') return [];
  return [`Admins: none, because ${set} can’t be verified without email (set SMTP_URL and MAIL_FROM)`];
}
