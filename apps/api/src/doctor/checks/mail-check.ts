import { t } from '@parley/core';
import type { MailSettings } from '../../mail/open-mailer.ts';
import { tryMailServer } from '../../mail/try-mail-server.ts';
import type { Config } from '../../settings/config.ts';
import { checkOf, error, ok, warning, type Check } from '../check.ts';
import { explainConnection, isCertificateError } from '../explain-connection.ts';

const TIMEOUT_MS = 4_000;

/** Settings that say what a server does without a mail server. */
type Without = Pick<Config, 'isProduction' | 'allowsSandbox'>;

/** Connects to the mail server and signs in. Sends nothing. */
export function mailCheck(mail: MailSettings | null, { isProduction, allowsSandbox }: Without): Check {
  return checkOf(t`Mail`, async () => {
    if (mail === null) return noMail({ isProduction, allowsSandbox });
    const { host = '', username = '', password = '' } = URL.parse(mail.smtpUrl) ?? {};
    try {
      await tryMailServer(mail, TIMEOUT_MS);
      return ok(
        username
          ? t`${host} accepts the sign-in. No mail was sent.`
          : t`${host} accepts connections. No mail was sent.`,
      );
    } catch (failure) {
      const { code, responseCode } = failure as { code?: string; responseCode?: number };
      if (code === 'EAUTH') {
        const status = responseCode === undefined ? '' : ` (${responseCode})`;
        return error(
          t`${host} rejects the user name or the password${status}.`,
          t`Check both in SMTP_URL; encode special characters as encodeURIComponent does.`,
        );
      }
      const fix = isCertificateError(failure)
        ? t`Set SMTP_URL to the name that the certificate is for, or renew the certificate.`
        : password
          ? t`Check host and port in SMTP_URL: smtps:// is for port 465, smtp:// for 587 and 25.`
          : t`Check host and port in SMTP_URL: smtps:// is for port 465, smtp:// for 587 and 25; it has no password.`;
      return error(t`Can’t use ${host}: ${explainConnection(failure)}.`, fix);
    }
  });
}

function noMail({ isProduction, allowsSandbox }: Without) {
  const fix = t`Set SMTP_URL and MAIL_FROM.`;
  const sandbox = t`The sandbox’s mailbox takes all mail.`;
  if (!isProduction) return ok(`${sandbox} ${fix}`);
  if (allowsSandbox) return warning(sandbox, fix);
  return warning(t`No mail server is set up: no one can verify an email or reset a password.`, fix);
}
