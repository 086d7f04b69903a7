import type { Mailer } from '../mail/mail.ts';
import type { Metrics } from './metrics.ts';

/** Decorates a mailer so that it counts each attempt, and each mail that was given up. */
export function measureMailer(mailer: Mailer, { mails, droppedMails }: Metrics): Mailer {
  return {
    async send(mail) {
      try {
        await mailer.send(mail);
        mails.inc({ outcome: 'sent' });
      } catch (error) {
        mails.inc({ outcome: 'failed' });
        throw error;
      }
    },
    onDropped: () => droppedMails.inc(),
    close: () => mailer.close(),
  };
}
