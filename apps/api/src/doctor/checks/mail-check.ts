import type { MailSettings } from '../../mail/open-mailer.ts';
import { tryMailServer } from '../../mail/try-mail-server.ts';
import { checkOf, error, ok, warning, type Check } from '../check.ts';
import { explainConnection, isCertificateError } from '../explain-connection.ts';

const TIMEOUT_MS = 4_000;

/** Connects to the mail server and signs in. Sends nothing. */
export function mailCheck(mail: MailSettings | null, isProduction: boolean): Check {
  return checkOf('Mail', async () => {
    if (mail === null) return noMail(isProduction);
    const { host = '', username = '', password = '' } = URL.parse(mail.smtpUrl) ?? {};
    try {
      await tryMailServer(mail, TIMEOUT_MS);
      return ok(`${host} accepts ${username ? 'the sign-in' : 'connections'}. No mail was sent.`);
    } catch (failure) {
      const { code, responseCode } = failure as { code?: string; responseCode?: number };
      if (code === 'EAUTH') {
        const status = responseCode === undefined ? '' : ` (${responseCode})`;
        return error(
          `${host} rejects the user name or the password${status}.`,
          'Check both in SMTP_URL; encode special characters as encodeURIComponent does.',
        );
      }
      const fix = isCertificateError(failure)
        ? 'Set SMTP_URL to the name that the certificate is for, or renew the certificate.'
        : `Check host and port in SMTP_URL: smtps:// is for port 465, smtp:// for 587 and 25${
            password ? '' : '; it has no password'
          }.`;
      return error(`Can’t use ${host}: ${explainConnection(failure)}.`, fix);
    }
  });
}

function noMail(isProduction: boolean) {
  const fix = 'Set SMTP_URL and MAIL_FROM.';
  if (!isProduction) return ok(`The sandbox’s mailbox takes all mail. ${fix}`);
  return warning('No mail server is set up: nobody can verify an email or reset a password.', fix);
}
