import type { Mailer } from '../mail/mail.ts';
import type { Metrics } from './metrics.ts';

/** Decorates a mailer so that it counts each attempt. */
export function measureMailer(mailer: Mailer, { mails }: Metrics): Mailer {
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
    close: () => mailer.close(),
  };
}
