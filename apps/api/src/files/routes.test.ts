import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ATTACHMENT_LIMITS, tooLarge, unsupportedType, type Attachment } from '@parley/core';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { drawText, ENCRYPTED, makePdf } from './testing/make-pdf.ts';
import { makeArchive, makeWord, wordParagraph } from './testing/make-archive.ts';
import { makeBlackPng, makePicture } from './testing/make-pictures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function upload(token: string | undefined, name: string, type: string, bytes: Uint8Array) {
  const response = await fetch(`${server.url}/api/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'Content-Type': type, ...(token && { Authorization: `Bearer ${token}` }) },
    body: Buffer.from(bytes),
  });
  const body = (await response.json()) as { file: Attachment; code?: string; message?: string };
  return { status: response.status, body };
}

async function attach(token: string, name: string, type: string, bytes: Uint8Array): Promise<Attachment> {
  return (await upload(token, name, type, bytes)).body.file;
}

const open = (url: string, token?: string, headers: Record<string, string> = {}) =>
  fetch(server.url + url, { headers: { ...(token && { Authorization: `Bearer ${token}` }), ...headers } });

describe('an upload', () => {
  it('uploading a picture returns what was stored', async () => {
    const token = await server.signUp();
    const { status, body } = await upload(token, '../Grüße 👋.png', 'image/png', await makePicture('png'));
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        file: {
          id: expect.stringMatching(/^[\w-]{32}$/),
          kind: 'image',
          name: 'Grüße 👋.png',
          type: 'image/png',
          size: expect.any(Number),
          url: expect.stringMatching(new RegExp(`^/api/files/${body.file.id}\\?until=\\d+&key=[\\w-]{32}$`)),
          width: 60,
          height: 40,
        },
      },
    });
  });

  it('uploading a document returns what could be read', async () => {
    const token = await server.signUp();
    const text = await attach(token, 'a.txt', 'text/plain;charset=utf-8', Buffer.from('\ufeffGrüße'));
    expect(text).toMatchObject({ kind: 'text', name: 'a.txt', type: 'text/plain', size: 7 });
    const pdf = await attach(token, 'a.pdf', 'application/pdf', makePdf({ pages: 201 }));
    expect(pdf).toMatchObject({ kind: 'pdf', pages: 201, isCut: true });
    const scan = await attach(token, '', 'application/pdf', makePdf({ content: Buffer.from('0 0 9 9 re f') }));
    expect(scan).toMatchObject({ name: 'document.pdf', pages: 1, isScanned: true });
    const word = await attach(token, 'a.docx', '', makeWord(wordParagraph('Hello Mira')));
    expect(word).toMatchObject({ kind: 'office', name: 'a.docx', type: expect.stringContaining('wordprocessingml') });
    expect(word).not.toHaveProperty('pages');
  });

  it('uploading requires a session', async () => {
    expect(await upload(undefined, 'a.txt', 'text/plain', Buffer.from('a'))).toMatchObject({ status: 401 });
  });

  it.each([
    ['nothing', 'image/png', () => new Uint8Array(), 400, 'This file is empty.'],
    ['an archive', 'text/plain', () => makeArchive({ 'a.txt': 'words' }), 415, unsupportedType('application/zip')],
    [
      'words declared as PNG',
      'image/png',
      () => Buffer.from('words'),
      415,
      'This file claims to be a PNG image, but its contents are something else.',
    ],
    [
      'a picture of 100 megapixels',
      'image/png',
      () => makeBlackPng(10_000, 10_000),
      413,
      'Images can be up to 40 megapixels.',
    ],
    [
      'an encrypted PDF',
      'application/pdf',
      () => makePdf({ trailer: ENCRYPTED }),
      415,
      'This PDF is password-protected. Remove the password and attach it again.',
    ],
  ])('uploading %s is rejected with a sentence', async (_what, type, make, status, message) => {
    const answer = await upload(await server.signUp(), 'a', type, make());
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message });
  });

  it('an upload of 25 MB is rejected, with or without a Content-Length, and the connection stays usable', async () => {
    const token = await server.signUp();
    const large = Buffer.alloc(25 * 1024 * 1024, 'a');
    for (const type of ['image/png', 'application/pdf', 'text/plain'] as const) {
      const kind = ({ 'image/png': 'image', 'application/pdf': 'pdf', 'text/plain': 'text' } as const)[type];
      expect(await upload(token, 'large', type, large)).toMatchObject({
        status: 413,
        body: { message: tooLarge(kind) },
      });
    }
    const streamed = await fetch(`${server.url}/api/files`, {
      method: 'POST',
      headers: { 'Content-Type': 'image/png', Authorization: `Bearer ${token}` },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(streamed.status).toBe(413);
    expect((await upload(token, 'a.txt', 'text/plain', Buffer.from('a'))).status).toBe(200);
  });

  it('an upload over the limit is read to its end, so that the client receives the error', async () => {
    const token = await server.signUp();
    const half = Buffer.alloc(ATTACHMENT_LIMITS.text, 'a');
    const sending = request(`${server.url}/api/files`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', Connection: 'close', Authorization: `Bearer ${token}` },
    });
    const answered = once(sending, 'response');
    sending.write(half);
    await new Promise((written) => sending.write(half, written));
    const first = await Promise.race([answered, setTimeout(200, 'still sending')]);
    expect(first).toBe('still sending');
    sending.end();
    const [response] = (await answered) as [IncomingMessage];
    expect(response.statusCode).toBe(413);
    response.resume();
  });

  it('a user may upload sixty files a minute, three at a time, while more are queued', async () => {
    const token = await server.signUp();
    const text = () => upload(token, 'a.txt', 'text/plain', Buffer.from('a'));
    const together = (await Promise.all(Array.from({ length: 12 }, text))).map(({ status }) => status);
    expect(together).toEqual(Array(12).fill(200));
    const statuses: number[] = [];
    for (let count = 12; count <= 60; count++) statuses.push((await text()).status);
    expect(statuses.slice(0, -1).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });
});

it('one user can store only so many bytes a day, in whatever way they are sent', async () => {
  const strict = await startTestServer({ rateLimits: { uploadedBytes: 10 } });
  onTestFinished(() => strict.close());
  const token = await strict.signUp();
  expect((await strict.upload(token, 'a.txt', 'text/plain', '123456')).status).toBe(200);
  const refused = await strict.upload(token, 'a.txt', 'text/plain', '123456');
  const message = 'You’ve reached the daily limit for attachments. Try again in 24 hours.';
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate-limited', message } });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(80_000);
  const inline = await strict.send(token, { text: 'read it', documentName: 'a.txt', documentContent: '123456' });
  expect(inline).toMatchObject({ status: 429, error: { code: 'rate-limited', message } });
  expect(await strict.messagesUsed(token)).toBe(0);
  expect((await strict.upload(await strict.signUp(), 'a.txt', 'text/plain', '123456')).status).toBe(200);
});

describe('a picture', () => {
  it('a picture opens at its signed URL, and with its owner’s token', async () => {
    const [mine, theirs] = [await server.signUp(), await server.signUp()];
    const { id, url, size } = await attach(mine, 'Grüße "1".png', 'image/png', await makePicture('png'));
    const shown = await open(url);
    expect(shown.status).toBe(200);
    expect(await shown.arrayBuffer()).toHaveProperty('byteLength', size);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(size),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': expect.stringMatching(/^private, max-age=\d{4,5}, immutable$/),
      'content-disposition': `inline; filename="Gr??e \\"1\\".png"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22.png`,
    });
    const bare = `/api/files/${id}`;
    expect((await open(bare, mine)).status).toBe(200);
    for (const token of [theirs, 'forged']) expect((await open(url, token)).status).toBe(404);
    for (const token of [undefined, theirs, 'forged']) expect((await open(bare, token)).status).toBe(404);
  });

  it('a picture that was converted is saved with the ending of its new type', async () => {
    const { name, url } = await attach(await server.signUp(), 'cat.gif', 'image/gif', await makePicture('gif'));
    expect(name).toBe('cat.gif');
    expect((await open(url)).headers.get('content-disposition')).toBe('inline; filename=cat.png');
  });

  it('a picture does not open at a forged or changed URL', async () => {
    const mine = await server.signUp();
    const bytes = await makePicture('png');
    const { url } = await attach(mine, 'a.png', 'image/png', bytes);
    const other = await attach(await server.signUp(), 'b.png', 'image/png', bytes);
    const [path = '', query = ''] = url.split('?');
    const { until = '', key = '' } = Object.fromEntries(new URLSearchParams(query));
    for (const changed of [
      `${url}x`,
      `${path}?key=${key}`,
      `${path}?until=${until}`,
      `${path}?until=${Number(until) + 1}&key=${key}`,
      `${path}?until=9999999999&key=${key}`,
      `${path}?until=${until}&until=9&key=${key}`,
      `${path}?until=${until}&key=${'A'.repeat(32)}`,
      `${other.url.split('?')[0]}?${query}`,
    ]) {
      expect(`${changed} ${(await open(changed)).status}`).toBe(`${changed} 404`);
    }
    const document = await attach(mine, 'a.txt', 'text/plain', Buffer.from('words'));
    expect(document.url).toBe(`/api/files/${document.id}`);
  });

  it('a picture is not sent again to a client that has it', async () => {
    const { url } = await attach(await server.signUp(), 'a.png', 'image/png', await makePicture('png'));
    const tag = (await open(url)).headers.get('etag') ?? '';
    // Without this header, fetch bypasses its cache.
    const known = (etag: string) => ({ 'If-None-Match': etag, 'Cache-Control': 'max-age=0' });
    const again = await open(url, undefined, known(tag));
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect((await open(url, undefined, known('"other"'))).status).toBe(200);
  });
});

describe('a document', () => {
  it('a document can be downloaded only by its owner', async () => {
    const [mine, theirs] = [await server.signUp(), await server.signUp()];
    const bytes = makePdf();
    const { url } = await attach(mine, 'report.pdf', 'application/pdf', bytes);
    const saved = await open(url, mine);
    expect(saved.headers.get('content-type')).toBe('application/pdf');
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename=report.pdf');
    expect(Buffer.from(await saved.arrayBuffer()).equals(bytes)).toBe(true);
    for (const token of [undefined, theirs, 'forged']) expect((await open(url, token)).status).toBe(404);
  });

  it('a document shows its text only to its owner', async () => {
    const [mine, theirs] = [await server.signUp(), await server.signUp()];
    const { url } = await attach(
      mine,
      'a.pdf',
      'application/pdf',
      makePdf({ content: drawText('Hello Mira'), pages: 201 }),
    );
    const { body } = await server.call('GET', `${url}/text`, mine);
    expect(body).toEqual({ success: true, text: expect.stringContaining('[page 1]\nHello Mira'), isCut: true });
    expect((await server.call('GET', `${url}/text`, theirs)).status).toBe(404);
    expect((await server.call('GET', `${url}/text`)).status).toBe(401);
    const picture = await attach(mine, 'a.png', 'image/png', await makePicture('png'));
    expect((await server.call('GET', `/api/files/${picture.id}/text`, mine)).status).toBe(404);
  });
});

describe('deleting an upload', () => {
  it('deleting an upload works for its owner only, and removes the file', async () => {
    const [mine, theirs] = [await server.signUp(), await server.signUp()];
    const { url } = await attach(mine, 'a.png', 'image/png', await makePicture('png'));
    expect((await server.call('DELETE', url, theirs)).status).toBe(404);
    expect((await server.call('DELETE', url)).status).toBe(401);
    expect(await server.call('DELETE', url, mine)).toMatchObject({ status: 200, body: { success: true } });
    expect((await open(url)).status).toBe(404);
    expect((await server.call('DELETE', url, mine)).status).toBe(404);
  });
});
