import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Attachment, Message } from '@parley/core';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createPictureAddresses } from './picture-addresses.ts';
import { makePicture } from './testing/make-pictures.ts';

const HOUR = 3_600_000;
/** The start of a window. */
const MIDNIGHT = Date.UTC(2026, 10, 22);
const SIGNED = /^\/api\/files\/[\w-]{32}\?until=\d+&key=[\w-]{32}$/;

let now = MIDNIGHT;
let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ now: () => now });
  token = await server.signUp();
});
afterAll(() => server.close());

const status = async (url: string | undefined) => (await fetch(server.url + url)).status;
const attach = async () =>
  (await server.upload(token, 'a.png', 'image/png', await makePicture('png'))).body.file as Attachment;
const draw = async (request: object) =>
  (await server.send(token, { selectedTool: 'image', text: 'a fox', ...request })).all();

it('a signed URL opens a picture for at most a day and stays the same for half of it', async () => {
  const conversationId = randomUUID();
  await draw({ conversationId });
  const address = async () => (await server.messages(token, conversationId)).at(-1)?.imageUrl;
  const first = await address();
  now = MIDNIGHT + 12 * HOUR - 1000;
  expect(await address()).toBe(first);
  now = MIDNIGHT + 12 * HOUR;
  const second = await address();
  expect(second).not.toBe(first);
  expect([await status(first), await status(second)]).toEqual([200, 200]);
  now = MIDNIGHT + 24 * HOUR;
  expect([await status(first), await status(second)]).toEqual([404, 200]);
  now = MIDNIGHT;
});

it('every response with messages has signed picture URLs', async () => {
  const conversationId = randomUUID();
  const file = await attach();
  const events = await draw({ conversationId, attachmentIds: [file.id] });
  const [accepted, image, done] = [events[0], events.find(({ event }) => event.type === 'image'), events.at(-1)].map(
    (found) => ({ ...found?.event }) as { generationId: string; imageUrl: string; message: Message },
  );
  const late = await (await server.attach(token, accepted!.generationId, -1)).all();
  const snapshots = late.flatMap(({ event }) => ('message' in event ? [event.message] : []));
  const history = (await server.call('GET', '/api/chat/history', token)).body.conversations as {
    messages: Message[];
  }[];
  const one = await server.messages(token, conversationId);
  const all = [...snapshots, done!.message, ...history.flatMap(({ messages }) => messages), ...one];
  const drawn = all.flatMap(({ imageUrl }) => imageUrl ?? []);
  const attached = all.flatMap(({ attachments = [], attachedImageUri }) => [
    ...attachments.map(({ url }) => url),
    ...(attachedImageUri === undefined ? [] : [attachedImageUri]),
  ]);
  expect(drawn.length).toBeGreaterThanOrEqual(4);
  expect(attached.length).toBeGreaterThanOrEqual(4);
  for (const url of [file.url, image!.imageUrl, ...drawn, ...attached]) {
    expect(url).toMatch(SIGNED);
    expect(await status(url)).toBe(200);
  }
});

it('an expired signed URL still identifies the picture to edit', async () => {
  const conversationId = randomUUID();
  await draw({ conversationId });
  const old = (await server.messages(token, conversationId)).at(-1)?.imageUrl;
  now = MIDNIGHT + 48 * HOUR;
  expect(await status(old)).toBe(404);
  const events = await draw({ conversationId, text: 'now green', previousImageUrl: old });
  expect(events.at(-1)?.event.type).toBe('done');
  const question = (await server.messages(token, conversationId)).at(-2);
  expect(question?.previousImageUrl).toMatch(SIGNED);
  expect(await status(question?.previousImageUrl)).toBe(200);
  now = MIDNIGHT;
});

it('a signed URL is invalid once the account is deleted', async () => {
  const mine = await server.signUp();
  const { url } = (await server.upload(mine, 'a.png', 'image/png', await makePicture('png'))).body.file as Attachment;
  expect(await status(url)).toBe(200);
  await server.call('DELETE', '/api/account', mine, { password: 'tangerine' });
  await expect.poll(() => status(url)).toBe(404);
});

it('text of a user that resembles a picture URL is not changed', () => {
  const { message, frames } = createPictureAddresses('a secret', () => MIDNIGHT);
  const words = '"imageUrl":"/api/files/abc"';
  const text: Message = { id: 'm', text: words, isUser: true, timestamp: '', status: 'complete' };
  expect(message(text, 'reader')).toEqual(text);
  const frame = `data: ${JSON.stringify({ content: words })}\n\n`;
  expect(frames(frame, 'reader')).toBe(frame);
});

it('signatures are equal in all processes with the same secret, and valid for one reader only', () => {
  const picture: Attachment = {
    id: 'abc',
    kind: 'image',
    name: 'a',
    type: 'image/png',
    size: 1,
    url: '/api/files/abc',
  };
  const [one, two, other] = ['secret', 'secret', 'another'].map((secret) =>
    createPictureAddresses(secret, () => MIDNIGHT),
  );
  const signed = one!.attachment(picture, 'reader').url;
  expect(two!.attachment(picture, 'reader').url).toBe(signed);
  expect(two!.attachment({ ...picture, url: signed }, 'reader').url).toBe(signed);
  expect(other!.attachment(picture, 'reader').url).not.toBe(signed);
  expect(one!.attachment(picture, 'somebody else').url).not.toBe(signed);
});
