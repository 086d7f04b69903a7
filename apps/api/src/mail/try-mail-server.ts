import { createTransport } from 'nodemailer';
import type { MailSettings } from './open-mailer.ts';

/**
 * Connects to a mail server, with TLS if it offers it, signs in if the URL has a user, and leaves without sending
 * anything. Rejects with the reason.
 */
export async function tryMailServer(
  { smtpUrl, greetingName }: Pick<MailSettings, 'smtpUrl' | 'greetingName'>,
  timeoutMs: number,
): Promise<void> {
  const transport = createTransport({
    url: smtpUrl,
    ...(greetingName !== undefined && { name: greetingName }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
