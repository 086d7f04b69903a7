import type { Logger } from 'pino';
import type { LanguageId } from '@parley/core';
import { hashAddress } from '../auth/hash-address.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { speak, spokenLanguage } from '../language/speak.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import { accountMails, type AccountMails, type MailPlaces } from './account-mails.ts';
import type { Mail, Mailer } from './mail.ts';
import { Outbox } from './outbox.ts';

/** Mails to one mailbox, whatever they are about. Further ones are dropped silently. */
const MAILS_AN_HOUR = 10;

/**
 * Writes a mail in the language of its reader and queues it. For a reader whose language is unknown, that of the
 * request is used. A mail whose caller has its own limit does not count against `MAILS_AN_HOUR`, so that other mails
 * cannot use it up.
 */
export type SendMail = (
  write: (mails: AccountMails) => Mail,
  language: LanguageId | null,
  options?: { isLimitedByCaller?: boolean },
) => void;

export interface MailService {
  /** Whether this server can send mail; without it, all features that need mail are hidden. */
  isConfigured: boolean;
  /** Does nothing if mail is not configured. */
  send: SendMail;
  /** Runs work that may send mails after the response is sent. */
  runLater(work: (send: SendMail) => Promise<void>): void;
  close(): Promise<void>;
}

/** Opens the mail service. `mailer` is null if mail is not configured. */
export function openMailService(
  mailer: Mailer | null,
  places: MailPlaces,
  cluster: Pick<Cluster, 'limiter'>,
  logger: Logger,
): MailService {
  if (!mailer) return { isConfigured: false, send() {}, runLater() {}, async close() {} };
  const mails = accountMails(places);
  const outbox = new Outbox(mailer, logger);
  const perMailbox = createRateLimit(cluster, 'mails', { requests: MAILS_AN_HOUR, seconds: 3600 });
  const send: SendMail = (write, language, { isLimitedByCaller = false } = {}) => {
    const mail = speak(language ?? spokenLanguage(), () => write(mails));
    outbox.enqueue(mail, async () => isLimitedByCaller || perMailbox.admits(hashAddress(mail.to)));
  };
  return {
    isConfigured: true,
    send,
    runLater: (work) => outbox.runLater(() => work(send)),
    close: () => outbox.close(),
  };
}
