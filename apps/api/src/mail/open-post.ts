import type { Logger } from 'pino';
import { accountMails, type AccountMails, type MailPlaces } from './account-mails.ts';
import type { Mail, Mailer } from './mail.ts';
import { Outbox } from './outbox.ts';

export interface Post {
  /** Whether this server can send mail; without it, all features that need mail are hidden. */
  isOpen: boolean;
  /** Queues a mail; does nothing if mail is not configured. */
  send(write: (mails: AccountMails) => Mail): void;
  /** Runs work that may send mails after the response is sent. */
  later(work: (mails: AccountMails, send: (mail: Mail) => void) => Promise<void>): void;
  close(): Promise<void>;
}

/** Opens the mail service. `mailer` is null if mail is not configured. */
export function openPost(mailer: Mailer | null, places: MailPlaces, logger: Logger): Post {
  if (!mailer) return { isOpen: false, send() {}, later() {}, async close() {} };
  const mails = accountMails(places);
  const outbox = new Outbox(mailer, logger);
  return {
    isOpen: true,
    send: (write) => outbox.post(write(mails)),
    later: (work) => outbox.later(() => work(mails, (mail) => outbox.post(mail))),
    close: () => outbox.close(),
  };
}
