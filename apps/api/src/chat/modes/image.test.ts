import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Attachment } from '@parley/core';
import { makePicture } from '../../files/testing/make-pictures.ts';
import { fold } from '../../testing/reply-stream.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ usageRule: { limit: 100, windowLength: 3_600_000 } });
  token = await server.signUp();
});
afterAll(() => server.close());

async function draw(request: Record<string, unknown>, as = token) {
  const reply = await server.send(as, { selectedTool: 'image', ...request });
  const events = await reply.all();
  return { message: fold(events), events: events.map(({ event }) => event) };
}
const lastDrawing = () => server.sandbox.log().findLast(({ kind }) => kind === 'image');

it('draws from the words of the question, and stores the picture before sending its event', async () => {
  const conversationId = randomUUID();
  const used = await server.messagesUsed(token);
  const reply = await server.send(token, { conversationId, text: 'a red fox', selectedTool: 'image' });
  const { event } = await reply.until((each) => each.event.type === 'image');
  if (event.type !== 'image') throw new Error('no image');
  const picture = await fetch(server.url + event.imageUrl, { headers: { Authorization: `Bearer ${token}` } });
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(100);

  const events = await reply.all();
  const tools = events.map((each) => each.event).filter((each) => each.type === 'tool');
  expect(tools).toEqual([
    { type: 'tool', name: 'image_generation', status: 'starting' },
    { type: 'tool', name: 'image_generation', status: 'completed' },
  ]);
  const message = fold(events);
  expect(message).toMatchObject({ status: 'complete', text: '', imageUrl: event.imageUrl, imagePrompt: 'a red fox' });
  expect((await server.messages(token, conversationId)).at(-1)).toEqual(message);
  expect(await server.messagesUsed(token)).toBe(used + 1);
});

it.each([
  ['a red fox in landscape format', {}, [1536, 1024]],
  ['a red fox as phone wallpaper', {}, [1024, 1536]],
  ['[[call draw_picture {"prompt":"a fox","shape":"landscape"}]]', { selectedTool: 'normal' }, [1536, 1024]],
  ['[[call draw_picture {"prompt":"a fox"}]]', { selectedTool: 'normal' }, [1024, 1024]],
])('draws “%s” in the shape that was asked for', async (text, mode, size) => {
  const { message } = await draw({ text, ...mode });
  const picture = await fetch(server.url + message.imageUrl);
  const png = Buffer.from(await picture.arrayBuffer());
  // The header of a PNG.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(size);
});

describe('changing a picture', () => {
  it('changes the attached picture, else the named earlier one', async () => {
    const bytes = await makePicture('png');
    const file = (await server.upload(token, 'sky.png', 'image/png', bytes)).body.file as Attachment;
    const conversationId = randomUUID();
    const first = await draw({ conversationId, text: 'make it blue', attachmentIds: [file.id] });
    expect(lastDrawing()).toMatchObject({ prompt: 'make it blue', images: [{ type: 'image/png' }] });
    const imageUrl = first.message.imageUrl ?? '';
    await draw({ conversationId, text: 'now green', previousImageUrl: imageUrl });
    expect(lastDrawing()).toMatchObject({ prompt: 'now green', images: [{ type: 'image/png' }] });
    const [question] = (await server.messages(token, conversationId)).slice(-2);
    expect(question).toMatchObject({ previousImageUrl: imageUrl });
    await draw({ conversationId, text: 'and red', previousImageUrl: `https://parley.example${imageUrl}` });
    expect(lastDrawing()?.images).toHaveLength(1);
    await (await server.send(token, { conversationId, text: '[[echo]] ok', previousImageUrl: imageUrl })).all();
    expect((await server.messages(token, conversationId)).at(-1)?.status).toBe('complete');
  });

  it.each([
    [
      'another user’s picture',
      async () => (await draw({ text: 'a fox' }, await server.signUp())).message.imageUrl ?? '',
    ],
    ['a picture that never existed', async () => '/api/files/nothing'],
    ['a picture on another server', async () => `${server.sandbox.urls.home}api/files.png`],
    ['a javascript: address', async () => 'javascript:alert(1)'],
    [
      'a document',
      async () => {
        const file = (await server.upload(token, 'a.txt', 'text/plain', 'words')).body.file as Attachment;
        return file.url;
      },
    ],
  ])(
    'answers 404 to %s as the picture to edit, in any mode, sends no request and counts nothing',
    async (_name, address) => {
      const previousImageUrl = await address();
      const [asked, used] = [server.sandbox.log().length, await server.messagesUsed(token)];
      for (const selectedTool of ['image', 'normal', 'thinking', 'web_search']) {
        const refused = await server.send(token, { text: 'a fox', previousImageUrl, selectedTool });
        expect([refused.status, refused.error?.code]).toEqual([404, 'not-found']);
      }
      expect(server.sandbox.log()).toHaveLength(asked);
      expect(await server.messagesUsed(token)).toBe(used);
    },
  );
});

it('requires words, and counts nothing without them', async () => {
  const used = await server.messagesUsed(token);
  const file = (await server.upload(token, 'sky.png', 'image/png', await makePicture('png'))).body.file as Attachment;
  const refused = await server.send(token, { text: ' ', attachmentIds: [file.id], selectedTool: 'image' });
  expect([refused.status, refused.error?.message]).toEqual([400, 'Describe the image you want.']);
  const conversationId = randomUUID();
  await (await server.send(token, { conversationId, text: '', attachmentIds: [file.id] })).all();
  const [, answer] = await server.messages(token, conversationId);
  const again = { conversationId, isRegeneration: true, originalMessageId: answer?.id, selectedTool: 'image' };
  expect((await server.send(token, again)).error?.message).toBe('Describe the image you want.');
  expect(await server.messagesUsed(token)).toBe(used + 1);
});

it.each([
  ['[[500]]', 1],
  ['[[html200]]', 1],
  ['[[401]]', 0],
  ['[[429]]', 0],
])('fails with an explanation after %s, and counts unless the provider refused the request', async (fault, count) => {
  const used = await server.messagesUsed(token);
  const { message, events } = await draw({ text: `a fox ${fault}` });
  expect(events.filter(({ type }) => type === 'tool')).toMatchObject([{ status: 'starting' }, { status: 'error' }]);
  expect(message).toMatchObject({ status: 'failed', isError: true });
  expect(await server.messagesUsed(token)).toBe(used + count);
});

it('closes the socket of a stopped drawing and counts it, because the provider was already asked', async () => {
  const slow = await startTestServer({ delayMs: 1_000 });
  const mira = await slow.signUp();
  const reply = await slow.send(mira, { text: 'a fox', selectedTool: 'image' });
  await vi.waitFor(() => expect(slow.sandbox.log().at(-1)?.kind).toBe('image'));
  const stop = await slow.stop(mira, reply);
  expect(stop.body).toEqual({ success: true, status: 'stopped' });
  await vi.waitFor(() => expect(slow.sandbox.log().at(-1)).toMatchObject({ kind: 'image', closed: true }));
  const message = fold(await reply.all());
  expect(message).toMatchObject({ status: 'stopped', text: '' });
  expect(message.imageUrl).toBeUndefined();
  expect(await slow.messagesUsed(mira)).toBe(1);
  await slow.close();
});

it('refuses a drawing without an image model before it counts, with the reason in /api/capabilities', async () => {
  const reason = 'Image generation isn’t set up on this server.';
  const poor = await startTestServer({
    backends: (own) => ({ imageModel: { ...own.imageModel, capability: async () => ({ ok: false, reason }) } }),
  });
  const mira = await poor.signUp();
  const refused = await poor.send(mira, { text: 'a fox', selectedTool: 'image' });
  expect([refused.status, refused.error?.code, refused.error?.message]).toEqual([503, 'unavailable', reason]);
  expect((await poor.call('GET', '/api/capabilities')).body.image).toEqual({ ok: false, reason });
  expect(await poor.messagesUsed(mira)).toBe(0);
  await poor.close();
});
