import type { Logger } from 'pino';
import { accountMails, type AccountMails, type MailPlaces } from './account-mails.ts';
import type { Mail, Mailer } from './mail.ts';
import { Outbox } from './outbox.ts';

export interface MailService {
  /** Whether this server can send mail; without it, all features that need mail are hidden. */
  isConfigured: boolean;
  /** Queues a mail; does nothing if mail is not configured. */
  send(write: (mails: AccountMails) => Mail): void;
  /** Runs work that may send mails after the response is sent. */
  runLater(work: (mails: AccountMails, send: (mail: Mail) => void) => Promise<void>): void;
  close(): Promise<void>;
}

/** Opens the mail service. `mailer` is null if mail is not configured. */
export function openMailService(mailer: Mailer | null, places: MailPlaces, logger: Logger): MailService {
  if (!mailer) return { isConfigured: false, send() {}, runLater() {}, async close() {} };
  const mails = accountMails(places);
  const outbox = new Outbox(mailer, logger);
  return {
    isConfigured: true,
    send: (write) => outbox.enqueue(write(mails)),
    runLater: (work) => outbox.runLater(() => work(mails, (mail) => outbox.enqueue(mail))),
    close: () => outbox.close(),
  };
}
