import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attachment } from '@parley/core';
import { drawText, makePdf } from '../files/testing/make-pdf.ts';
import { makePicture } from '../files/testing/make-pictures.ts';
import { fold } from '../testing/reply-stream.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let token: string;
let picture: Buffer;
let foreign: Attachment;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.signUp();
  picture = await makePicture('png');
  foreign = (await server.upload(await server.signUp(), 'a.txt', 'text/plain', 'secret')).body.file as Attachment;
});
afterAll(() => server.close());

const dataUri = (type: string, bytes: Uint8Array) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const mega = 1024 * 1024;
const longTurns = () => Array.from({ length: 10 }, () => ({ role: 'user', content: '漢'.repeat(199_000) }));

describe('a refused chat request', () => {
  const strings = ['base64ImageDataUri', 'documentName', 'documentContent', 'previousImageUrl', 'clientMessageId'];
  const wrongTypes = [
    ...strings,
    'text',
    'attachmentIds',
    'originalMessageId',
    'isRegeneration',
    'selectedTool',
    'length',
  ].flatMap((field) => [
    [`a number as ${field}`, { text: 'a', [field]: 5 }, 400],
    [`an object as ${field}`, { text: 'a', [field]: { $ne: null } }, 400],
  ]) as [string, Record<string, unknown>, number][];

  it.each<[string, Record<string, unknown> | (() => Record<string, unknown>), number]>([
    ...wrongTypes,
    ['six attachments', { text: 'a', attachmentIds: Array.from({ length: 6 }, () => 'x') }, 400],
    ['ids that are paths', { text: 'a', attachmentIds: ['../../etc/passwd'] }, 400],
    ['unknown ids', { text: 'a', attachmentIds: ['nothing'] }, 404],
    ['another user’s file', () => ({ text: 'a', attachmentIds: [foreign.id] }), 404],
    ['a file name of one megabyte', { text: 'a', documentName: 'x'.repeat(mega - 2000), documentContent: 'a' }, 400],
    ['a URL of one megabyte', { text: 'a', previousImageUrl: 'x'.repeat(mega - 2000) }, 400],
    ['a picture that is not a data URI', { text: 'a', base64ImageDataUri: 'https://example.com/a.png' }, 400],
    ['a picture that is not base64', { text: 'a', base64ImageDataUri: 'data:image/png;base64,%%%' }, 400],
    ['a picture that is text', { text: 'a', base64ImageDataUri: dataUri('text/plain', Buffer.from('hi')) }, 400],
    ['words called a picture', { text: 'a', base64ImageDataUri: dataUri('image/jpeg', Buffer.from('words')) }, 415],
    ['a picture of an unsupported type', { text: 'a', base64ImageDataUri: 'data:image/tiff;base64,SUkqAAgAAAA=' }, 415],
    ['words called a PDF', { text: 'a', documentContent: dataUri('application/pdf', Buffer.from('words')) }, 415],
    ['an empty PDF', { text: 'a', documentContent: 'data:application/pdf;base64,' }, 400],
    ['a text file over the limit', { text: 'a', documentContent: 'x'.repeat(5 * mega + 1) }, 413],
    ['a text of 200,001 characters', { text: 'x'.repeat(200_001) }, 400],
    ['neither text nor a file', { text: '  ', base64ImageDataUri: '', documentContent: '' }, 400],
    ['only a URL', { text: '', previousImageUrl: '/api/files/x' }, 400],
    ['more than 32 MB', { text: 'a', base64ImageDataUri: 'x'.repeat(33 * mega) }, 413],
    ['more than 1 MB without a file', { text: 'x'.repeat(mega) }, 413],
    [
      'millions of lists in an unknown field',
      () => ({ text: 'a', documentContent: 'x', junk: Array(5e6).fill([]) }),
      413,
    ],
    ['millions of numbers as messages', () => ({ documentContent: 'x', messages: Array(10e6).fill(1) }), 413],
    ['six megabytes of messages beside a document of one letter', { messages: longTurns(), documentContent: 'x' }, 413],
    [
      'one megabyte of messages beside a picture',
      () => ({ messages: longTurns(), base64ImageDataUri: dataUri('image/png', picture) }),
      413,
    ],
  ])('refuses a chat request with %s, stores nothing and counts nothing', async (_name, request, status) => {
    const asked = server.sandbox.log().length;
    const refused = await server.send(token, typeof request === 'function' ? request() : request);
    expect([refused.status, refused.error?.code]).toEqual([status, expect.any(String)]);
    expect(refused.error?.message).toMatch(/^.{5,200}$/s);
    expect(server.sandbox.log().length).toBe(asked);
    expect(await server.messagesUsed(token)).toBe(0);
    expect((await server.call('GET', '/api/chat/history', token)).body.conversations).toEqual([]);
  });

  it('accepts a text of 200,000 characters and stores it whole', async () => {
    const mira = await server.signUp();
    const conversationId = randomUUID();
    const text = 'tangerine '.repeat(20_000).trimEnd().padEnd(200_000, '!');
    await (await server.send(mira, { conversationId, text })).all();
    expect((await server.messages(mira, conversationId))[0]?.text).toBe(text);
  });

  it('keeps no file of a request with five uploads and one inline', async () => {
    const mira = await server.signUp();
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) {
      const { body } = await server.upload(mira, `${count}.txt`, 'text/plain', 'words');
      ids.push((body.file as Attachment).id);
    }
    const refused = await server.send(mira, {
      text: 'a',
      attachmentIds: ids,
      documentName: 'b.txt',
      documentContent: 'b',
    });
    expect([refused.status, refused.error?.message]).toEqual([400, 'You can attach up to 5 files.']);
    expect(await server.storage.files.purgeUnsent(Date.now() + 1000, 100)).toBeGreaterThanOrEqual(5);
  });

  it('names the attached files that are gone, so that clients know that the conversation is not', async () => {
    const { id } = (await server.upload(token, 'a.txt', 'text/plain', 'words')).body.file as Attachment;
    const refused = await server.send(token, { text: 'a', attachmentIds: [id, foreign.id, 'gone'] });
    expect(refused.error).toMatchObject({ code: 'not-found', missingFileIds: [foreign.id, 'gone'] });
  });
});

describe('fields unknown to the server', () => {
  it.each([5, null, true, ['x'], { $ne: null }, 'somebody', ''])(
    'ignores the value %j in fields the server does not know',
    async (value) => {
      const mira = await server.signUp();
      const conversationId = randomUUID();
      const request = { conversationId, text: '[[echo]] hello', userId: value, temperature: value, toJSON: value };
      expect(fold(await (await server.send(mira, request)).all()).text).toBe('[[echo]] hello');
      expect(await server.messagesUsed(mira)).toBe(1);
    },
  );

  it('ignores unknown fields in each turn', async () => {
    const messages = [{ role: 'user', content: '[[echo]] hello', id: 7, name: { first: 'Mira' } }];
    expect(fold(await (await server.send(token, { messages })).all()).text).toBe('[[echo]] hello');
  });
});

describe('the spec’s fields', () => {
  it('a picture and a document in the spec’s fields, even a large one, survive a reload', async () => {
    const mira = await server.signUp();
    const conversationId = randomUUID();
    // An incompressible comment in the page.
    const noise = Buffer.from(`%${randomBytes(5 * mega).toString('base64')}\n`);
    const large = makePdf({ content: Buffer.concat([noise, drawText('Hello Mira')]) });
    const reply = await server.send(mira, {
      conversationId,
      text: 'Look at both',
      base64ImageDataUri: dataUri('image/png', picture),
      documentName: 'report.txt',
      documentContent: 'The report says 42.',
    });
    expect(fold(await reply.all())).toMatchObject({ status: 'complete' });
    const [question] = await server.messages(mira, conversationId);
    expect(question?.attachments).toMatchObject([{ kind: 'image' }, { kind: 'text', name: 'report.txt' }]);
    expect(question?.attachedImageUri).toBe(question?.attachments?.[0]?.url);
    const long = await server.send(mira, {
      text: '',
      documentName: 'big.pdf',
      documentContent: dataUri('application/pdf', large),
    });
    const answer = fold(await long.all());
    expect(answer).toMatchObject({ status: 'complete', text: expect.stringContaining('Hello Mira') });
  });

  it.each([
    ['documentContent', 2, 200],
    ['text', 2, 413],
    ['unknown', 2, 413],
    ['documentContent', 33, 413],
  ])('a request in chunks, with a field %s of %i MB, has the limits of any other', async (field, size, status) => {
    const fields = { conversationId: randomUUID(), text: 'Look', documentName: 'a.txt' };
    const body = JSON.stringify({ ...fields, [field]: 'words '.repeat((size * mega) / 6) });
    const response = await fetch(`${server.url}/api/chat/stream`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await server.signUp()}` },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect([response.status, await response.text()]).toEqual([status, expect.stringMatching(/"done"|"too-large"/)]);
  });

  it('files in the spec’s fields count once and are stored once, however often they are sent', async () => {
    const mira = await server.signUp();
    const request = {
      conversationId: randomUUID(),
      clientMessageId: randomUUID(),
      text: '[[echo]] hello',
      documentName: 'a.txt',
      documentContent: 'words',
    };
    await (await server.send(mira, request)).all();
    expect((await server.send(mira, request)).status).toBe(200);
    const other = await server.send(mira, { ...request, documentContent: 'other words' });
    expect(other.error?.code).toBe('idempotency-mismatch');
    const renamed = await server.send(mira, { ...request, documentName: 'b.txt' });
    expect(renamed.error?.code).toBe('idempotency-mismatch');
    expect(await server.messagesUsed(mira)).toBe(1);
  });

  it('a message refused at the limit leaves no file', async () => {
    const strict = await startTestServer({ usageRule: { limit: 0, windowLength: 1000 } });
    const mira = await strict.signUp();
    const refused = await strict.send(mira, { text: 'a', documentName: 'a.txt', documentContent: 'words' });
    expect(refused.status).toBe(429);
    expect(await strict.storage.files.purgeUnsent(Date.now() + 1000, 100)).toBe(0);
    await strict.close();
  });
});
