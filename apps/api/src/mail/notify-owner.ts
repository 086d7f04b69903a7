import type { UserRecord } from '../storage/storage.ts';
import type { AccountMails } from './account-mails.ts';
import type { Mail } from './mail.ts';
import type { MailService } from './mail-service.ts';

/** Sends a mail about an account to its owner, in their language. Does nothing for an account without an address. */
export function notifyOwner(
  mailService: Pick<MailService, 'send'>,
  { email, language }: Pick<UserRecord, 'email' | 'language'>,
  write: (mails: AccountMails, to: string) => Mail,
): void {
  if (email !== null) mailService.send((mails) => write(mails, email), language);
}
