import type { Logger } from 'pino';
import type { LanguageId } from '@parley/core';
import { speak, spokenLanguage } from '../language/speak.ts';
import { accountMails, type AccountMails, type MailPlaces } from './account-mails.ts';
import type { Mail, Mailer } from './mail.ts';
import { Outbox } from './outbox.ts';

/**
 * Writes a mail in the language of its reader and queues it. For a reader whose language is unknown, that of the
 * request is used.
 */
export type SendMail = (write: (mails: AccountMails) => Mail, language: LanguageId | null) => void;

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
export function openMailService(mailer: Mailer | null, places: MailPlaces, logger: Logger): MailService {
  if (!mailer) return { isConfigured: false, send() {}, runLater() {}, async close() {} };
  const mails = accountMails(places);
  const outbox = new Outbox(mailer, logger);
  const send: SendMail = (write, language) => outbox.enqueue(speak(language ?? spokenLanguage(), () => write(mails)));
  return {
    isConfigured: true,
    send,
    runLater: (work) => outbox.runLater(() => work(send)),
    close: () => outbox.close(),
  };
}
