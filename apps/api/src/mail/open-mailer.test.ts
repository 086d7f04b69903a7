import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { describeAdmins, openMailer, type MailSettings } from './open-mailer.ts';
import { tryMailServer } from './try-mail-server.ts';

const MAIL = { to: 'mira@example.com', subject: 's', text: 't', html: 'h' };

/** A mail server without TLS and sign-in that takes every mail, and what was said to it. */
async function startServer() {
  const said: string[] = [];
  const server = createServer((socket) => {
    socket.setEncoding('latin1').on('error', () => {});
    socket.write('220 mail.example\r\n');
    let all = '';
    socket.on('data', (lines: string) => {
      said.push(lines);
      all += lines;
      if (lines.startsWith('DATA')) socket.write('354 Go on\r\n');
      else if (lines.startsWith('QUIT')) socket.end('221 Bye\r\n');
      // Of the text of a mail, only the end is answered, which may arrive in parts.
      else if (/^(EHLO|MAIL|RCPT)/.test(lines) || all.endsWith('\r\n.\r\n')) socket.write('250 OK\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  async function send(settings: Partial<MailSettings> = {}): Promise<string> {
    const mailer = openMailer({ smtpUrl, from: 'Parley <a@b.de>', ...settings });
    await mailer.send(MAIL);
    mailer.close();
    return said.splice(0).join('');
  }
  return { smtpUrl, said, send };
}

test('mail servers are greeted with the name of the settings, by the doctor as well', async () => {
  const { smtpUrl, said, send } = await startServer();
  const greetingName = 'chat.example.com';
  expect(await send({ greetingName })).toContain('EHLO chat.example.com\r\n');
  await tryMailServer({ smtpUrl, greetingName }, 2000);
  expect(said[0]).toBe('EHLO chat.example.com\r\n');
  const own = { smtpUrl: `${smtpUrl}/?name=mail.example.com`, greetingName };
  expect(await send(own)).toContain('EHLO mail.example.com\r\n');
});

test('mails ask programs to send no answers', async () => {
  const { send } = await startServer();
  const said = await send();
  for (const header of ['Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: OOF, AutoReply'])
    expect(said).toContain(`\r\n${header}\r\n`);
});

test.each([
  ['Parley <a@b.de>', 'Parley <a@b.de>'],
  ['Parley: Chat <a@b.de>', '"Parley: Chat" <a@b.de>'],
  ['Parley (beta) <a@b.de>', '"Parley (beta)" <a@b.de>'],
  ['Parley, Inc. <a@b.de>', '"Parley, Inc." <a@b.de>'],
  ['"Parley, Inc." <a@b.de>', '"Parley, Inc." <a@b.de>'],
  ['Bücher <a@b.de>', '=?UTF-8?Q?B=C3=BCcher?= <a@b.de>'],
  ['<a@b.de>', 'a@b.de'],
  ['a@b.de', 'a@b.de'],
])('the sender %s is written as %s', async (from, header) => {
  const { send } = await startServer();
  const said = await send({ from });
  expect(said).toContain(`From: ${header}\r\n`);
  expect(said).toContain('MAIL FROM:<a@b.de>');
});

test('the start-up output says that staff cannot be verified without mail and other sign-ins, and what to set', () => {
  const [adminEmails, adminSupportEmails] = [['boss@example.com'], ['help@example.com']];
  const line = (names: string) =>
    `Admins: none, because ${names} can’t be verified without email (set SMTP_URL and MAIL_FROM)`;
  const owners = { adminEmails, adminSupportEmails: [] };
  expect(describeAdmins(owners, false)).toEqual([line('ADMIN_EMAILS')]);
  expect(describeAdmins({ adminEmails: [], adminSupportEmails }, false)).toEqual([line('ADMIN_SUPPORT_EMAILS')]);
  expect(describeAdmins({ adminEmails, adminSupportEmails }, false)).toEqual([
    line('ADMIN_EMAILS and ADMIN_SUPPORT_EMAILS'),
  ]);
  expect(describeAdmins(owners, true)).toEqual([]);
  expect(describeAdmins({ adminEmails: [], adminSupportEmails: [] }, false)).toEqual([]);
});
