import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Exchange } from '../server/exchange.ts';
import type { StandIn } from '../stand-in.ts';
import { mailboxPage, mailPage } from './mail-pages.ts';
import { Mailbox } from './mailbox.ts';

const PATH = '/mail';
const MAX_BYTES = 10 * 1024 * 1024;

export interface MailStandIn extends StandIn {
  /** For `SMTP_URL`. */
  smtpUrl: string;
  /** Closes open connections and frees the SMTP port. */
  close(): Promise<void>;
}

/** Starts a stand-in mail server, which accepts every mail on its own SMTP port and shows it on a page. */
export async function startMail({ host, now }: { host: string; now: () => number }): Promise<MailStandIn> {
  const mailbox = new Mailbox();

  async function take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const raw = await buffer(stream);
    if (stream.sizeExceeded) throw Object.assign(new Error('The mail is too large'), { responseCode: 552 });
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    await mailbox.deliver(raw, { from, to: envelope.rcptTo.map(({ address }: SMTPServerAddress) => address) }, now());
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    closeTimeout: 100,
    onData: callbackify(take),
  });
  // A client that disconnects in the middle of a mail has sent none.
  server.on('error', () => {});
  server.listen(0, host);
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const smtpUrl = `smtp://${host.includes(':') ? `[${host}]` : host}:${port}`;

  function handle(exchange: Exchange): void {
    const { method, path, query } = exchange;
    exchange.request.resume();
    if (method !== 'GET') return exchange.json(405, { error: { message: 'Mail comes in over SMTP.' } });
    if (path === PATH) return exchange.html(200, mailboxPage(mailbox.list(), PATH));
    if (path === `${PATH}/messages`) return exchange.json(200, mailbox.list(query.get('to') ?? undefined));
    const mail = mailbox.find(path.slice(PATH.length + 1));
    if (mail) return exchange.html(200, mailPage(mail, PATH));
    return exchange.html(404, '<!doctype html><title>404 Not Found</title><p>There is no such mail.</p>');
  }

  return {
    name: 'Mailbox',
    about: `Every mail the product sends; SMTP at ${smtpUrl}. To read them:`,
    base: PATH,
    prefixes: [PATH],
    handle,
    reset: () => mailbox.clear(),
    smtpUrl,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
