import type { Logger } from 'pino';
import { accountMails, type AccountMails, type MailPlaces } from './account-mails.ts';
import type { Mail, Mailer } from './mail.ts';
import { Outbox } from './outbox.ts';

export interface Post {
  /** Whether this server can send mail at all; without, everything that needs mail is hidden. */
  isOpen: boolean;
  /** Sends a mail in its time; does nothing where no mail can be sent. */
  send(write: (mails: AccountMails) => Mail): void;
  /** Does work that ends in mails once the answer to whoever asked is out. */
  later(work: (mails: AccountMails, send: (mail: Mail) => void) => Promise<void>): void;
  close(): Promise<void>;
}

/** What the product mails, and the way it leaves. `mailer` is null where no mail can be sent. */
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
