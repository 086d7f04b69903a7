import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox, type Sandbox, type SandboxMail } from '../start.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ now: () => Date.UTC(2026, 10, 21) });
});
afterEach(() => sandbox.close());

const LETTER = {
  from: '"Parley" <hello@example.com>',
  to: 'mira@example.com',
  subject: 'Grüße <b>',
  text: 'Open http://localhost:3000/verify#token&x now.\n<script>',
  html: '<p>Open <a href="http://localhost:3000/verify#token">this</a></p><script>alert("x")</script>',
};

async function send(letter: SendMailOptions): Promise<void> {
  const transport = createTransport(sandbox.urls.smtp);
  await transport.sendMail(letter);
  transport.close();
}

const get = (path: string) => fetch(sandbox.urls.mail + path);
const list = async (query = '') => (await (await get(`/messages${query}`)).json()) as SandboxMail[];

test('the mailbox accepts mail from nodemailer and returns it unchanged', async () => {
  await send(LETTER);
  const [mail] = await list();
  expect(mail).toMatchObject({
    id: 'mail_1',
    time: '2026-11-21T00:00:00.000Z',
    envelope: { from: 'hello@example.com', to: ['mira@example.com'] },
    from: 'hello@example.com',
    to: ['mira@example.com'],
    subject: 'Grüße <b>',
  });
  expect(mail?.text.trim()).toBe(LETTER.text);
  expect(mail?.html?.trim()).toBe(LETTER.html);
  expect(mail?.headers).toContainEqual({ key: 'to', value: 'mira@example.com' });
});

test('the mailbox lists the newest mail first, by address, until it is emptied', async () => {
  await send(LETTER);
  await send({ ...LETTER, to: 'noor@example.com', subject: 'second' });
  expect((await list()).map(({ subject }) => subject)).toEqual(['second', 'Grüße <b>']);
  expect((await list('?to=mira@example.com')).map(({ subject }) => subject)).toEqual(['Grüße <b>']);
  sandbox.reset();
  expect(await list()).toEqual([]);
});

test('the mailbox page shows mails with links and runs no scripts in them', async () => {
  expect(await (await get('')).text()).toContain('No mail has been sent yet');
  await send(LETTER);
  const overview = await (await get('')).text();
  expect(overview).toContain('<a href="/mail/mail_1">Grüße &#60;b&#62;</a>');
  expect(await (await fetch(sandbox.urls.home)).text()).toContain(`<code>${sandbox.urls.mail}</code>`);
  const page = await (await get('/mail_1')).text();
  expect(page).toContain('<a href="http://localhost:3000/verify#token&#38;x">');
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).not.toContain('<script>');
  expect((await get('/mail_9')).status).toBe(404);
  expect((await fetch(sandbox.urls.mail, { method: 'POST' })).status).toBe(405);
});

test('the mail server survives a client that disconnects in the middle of a mail', async () => {
  const { port } = new URL(sandbox.urls.smtp);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('EHLO a\r\nMAIL FROM:<a@b.de>\r\nRCPT TO:<c@d.de>\r\nDATA\r\nSubject: half');
  await new Promise((resolve) => socket.once('data', resolve));
  socket.destroy();
  await send(LETTER);
  expect(await list()).toHaveLength(1);
});

test('closing the sandbox frees both ports', async () => {
  await sandbox.close();
  const { port } = new URL(sandbox.urls.smtp);
  await expect(text(connect(Number(port), '127.0.0.1'))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
