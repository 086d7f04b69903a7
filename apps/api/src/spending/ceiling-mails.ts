import type { MailService } from '../mail/mail-service.ts';
import type { UserStore } from '../storage/storage.ts';
import type { CeilingNews } from './budgets.ts';

interface CeilingMails {
  mailService: Pick<MailService, 'runLater'>;
  users: Pick<UserStore, 'findByEmail'>;
  adminEmails: string[];
}

/** Returns a function that mails every admin, each in the language of their account, that a ceiling is near or reached. */
export function createCeilingMails({ mailService, users, adminEmails }: CeilingMails): (news: CeilingNews) => void {
  return (news) =>
    mailService.runLater(async (send) => {
      for (const to of adminEmails) {
        const admin = await users.findByEmail(to);
        send((mails) => mails.ceilingReached(to, news), admin?.language ?? 'en');
      }
    });
}
