import { expect, it } from 'vitest';
import { aCaller } from '../testing/a-caller.ts';
import { testWork } from '../testing/test-work.ts';
import { readUpload } from './read-upload.ts';

const work = testWork();

async function readMail(
  lines: string[],
  { declaredType = 'message/rfc822', encoding = 'utf8' as BufferEncoding } = {},
) {
  const bytes = Buffer.from(lines.join('\r\n'), encoding);
  const read = await readUpload({ declaredType, bytes }, work, aCaller());
  return read.kind === 'image' ? expect.fail('It is a picture.') : read;
}

const HEADERS = [
  'Received: by example.org',
  'From: =?utf-8?Q?J=C3=B6rg_M=C3=BCller?= <j@example.org>',
  'MIME-Version: 1.0',
];
const base64 = (text: string) => Buffer.from(text).toString('base64');

it('reads a mail as people see it: its headers, its plain text and the names of its files', async () => {
  const read = await readMail([
    ...HEADERS,
    'To: Mira <mira@example.org>',
    'Date: Mon, 1 Jan 2024 10:00:00 +0100',
    `Subject: =?utf-8?B?${base64('Grüße ')}?=`,
    ` =?iso-8859-1?Q?f=FCr_M=E4rz?= (2)`,
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    'This is a message with parts.',
    '--outer',
    'Content-Type: multipart/alternative; boundary=outer-2',
    '',
    '--outer-2',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Die Rechnung =C3=BCber 20 =',
    '=E2=82=AC.',
    '--outer-2',
    'Content-Type: text/html',
    '',
    '<p>The same as HTML</p>',
    '--outer-2--',
    '--outer',
    'Content-Type: application/pdf',
    "Content-Disposition: attachment; filename*0*=UTF-8''Rechnung%20M%C3%A4rz; filename*1=.pdf",
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0xLjQ=',
    '--outer--',
  ]);
  expect(read).toMatchObject({ kind: 'office', type: 'message/rfc822' });
  expect(read.text.split('\n').filter(Boolean)).toEqual([
    'From: Jörg Müller <j@example.org>',
    'To: Mira <mira@example.org>',
    'Date: Mon, 1 Jan 2024 10:00:00 +0100',
    'Subject: Grüße für März (2)',
    'Die Rechnung über 20 €.',
    '[attachment Rechnung März.pdf]',
  ]);
});

it('reads a mail that has only HTML, with its tables, and leaves out its pictures and styles', async () => {
  const html = '<style>p {}</style><h1>Order</h1><table><tr><th>Item</th></tr><tr><td>Book&nbsp;1</td></tr></table>';
  const { text } = await readMail([
    ...HEADERS,
    'Content-Type: multipart/related; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    base64(html),
    '--b',
    'Content-Type: image/png; name=logo.png',
    'Content-ID: <logo>',
    '',
    'png',
    '--b',
    'Content-Type: text/css',
    '',
    'p {}',
    '--b--',
  ]);
  expect(text.slice(text.indexOf('#'))).toBe('# Order\n\n| Item |\n| --- |\n| Book 1 |');
});

it('reads an attached mail', async () => {
  const { text } = await readMail([
    ...HEADERS,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    'From: ben@example.org',
    '',
    'The first mail',
    '--b--',
  ]);
  expect(text).toMatch(/\[attached mail\]\nFrom: ben@example.org\n\nThe first mail$/);
});

it.each(['', 'application/octet-stream'])('reads a mail in Latin-1 of the declared type %j', async (declaredType) => {
  const { text } = await readMail([...HEADERS, 'Content-Type: text/plain; charset=iso-8859-1', '', 'Grüße'], {
    declaredType,
    encoding: 'latin1',
  });
  expect(text).toMatch(/\nGrüße$/);
});

it('keeps the source of a mail that is declared as text, and notes that begin like a mail', async () => {
  expect(await readMail([...HEADERS, '', 'Hello'], { declaredType: 'text/plain' })).toMatchObject({ kind: 'text' });
  const notes = ['From: Mira', 'To: Ben', '', 'Call me'];
  expect(await readMail(notes, { declaredType: '' })).toMatchObject({ kind: 'text', text: notes.join('\r\n') });
});

it('refuses a mail whose parts are nested a thousand deep', async () => {
  const nested = Array.from({ length: 1000 }, (_, level) => [
    `Content-Type: multipart/mixed; boundary=b${level}-`,
    '',
    `--b${level}-`,
  ]).flat();
  await expect(readMail([...HEADERS, ...nested, '', 'Hello'])).rejects.toThrow('We couldn’t read this document.');
});
