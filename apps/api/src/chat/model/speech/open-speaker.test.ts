import { startSandbox, type Sandbox } from '@parley/sandbox';
import { wordsOf } from '@parley/sandbox/testing/recordings';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openSpeaker, type SpeakerSettings } from './open-speaker.ts';
import type { Speaker } from './speaker.ts';
import { NEVER } from '../testing.ts';

/** Falls silent after its beginning, because it is longer than that. */
const STALLING = `[[stall]] ${'word '.repeat(20)}`;

const speakerAt = (baseUrl: string, more: Partial<SpeakerSettings> = {}) =>
  openSpeaker({ apiKey: 'test', baseUrl, model: 'demo-speech', voice: 'demo', format: 'wav', ...more });

/** Speaks a text and reads all of it. */
async function collect(speaker: Speaker, text: string, signal = NEVER) {
  const { type, chunks } = await speaker.speak(text, signal);
  return { type, bytes: await buffer(chunks) };
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ faults: true, delayMs: 0 });
});
afterAll(() => sandbox.close());

test('speaks a text', async () => {
  const speaker = speakerAt(sandbox.urls.openai);
  expect(await speaker.capability()).toEqual({ ok: true });
  const { bytes, type } = await collect(speaker, 'milk and bread');
  expect([type, wordsOf(bytes)]).toEqual(['audio/wav', 'milk and bread']);
});

test.each([
  ['[[401]]', 'model-auth', 'rejected this server’s API key'],
  ['[[429]]', 'model-rate-limited', 'is very busy right now'],
  ['[[quota]]', 'model-quota', 'AI credit has run out'],
  ['[[500]]', 'model-failed', 'The speech service failed'],
  ['[[badjson]]', 'model-garbled', 'something that isn’t audio'],
  ['[[html200]]', 'model-garbled', 'something that isn’t audio'],
  [`[[cut]] ${'word '.repeat(20)}`, 'model-disconnected', 'lost the connection to the speech service'],
  [STALLING, 'model-timeout', 'took too long'],
])('answers %s with %s and does not retry', async (text, code, sentence) => {
  const before = sandbox.log().length;
  const speaker = speakerAt(sandbox.urls.openai, { limits: { speechMs: text === STALLING ? 3_000 : 60_000 } });
  await expect(collect(speaker, text)).rejects.toMatchObject({
    name: 'AppError',
    code,
    message: expect.stringContaining(sentence) as string,
  });
  expect(sandbox.log()).toHaveLength(before + 1);
});

test('closes the socket when it is aborted', async () => {
  const controller = new AbortController();
  const before = sandbox.log().length;
  const failure = collect(speakerAt(sandbox.urls.openai), STALLING, controller.signal).catch((error: unknown) => error);
  await vi.waitFor(() => expect(sandbox.log().length).toBeGreaterThan(before));
  controller.abort();
  expect(await failure).toMatchObject({ name: 'AppError' });
  await vi.waitFor(() => expect(sandbox.log().at(-1)).toMatchObject({ closed: true }));
});

/** Starts a service with one answer. */
async function serve(answer: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => answer(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

test.each([
  ['an MP3 with a tag', Buffer.from('ID3\x04 and more', 'latin1'), 'audio/mpeg'],
  ['an MP3 without one', Buffer.from([0xff, 0xfb, 0x90, 0x64]), 'audio/mpeg'],
  ['MPEG-2 audio', Buffer.from([0xff, 0xf3, 0x90, 0x64]), 'audio/mpeg'],
])('recognizes %s by its bytes', async (_what, bytes, type) => {
  const baseUrl = await serve((response) => response.end(bytes));
  expect((await collect(speakerAt(baseUrl), 'x')).type).toBe(type);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['AAC', Buffer.from([0xff, 0xf1, 0x50, 0x80])],
  ['a WAV file without samples', Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), Buffer.alloc(32)])],
  ['JSON', Buffer.from('{"audio":"x"}')],
])('refuses %s', async (_what, bytes) => {
  const baseUrl = await serve((response) => response.end(bytes));
  await expect(collect(speakerAt(baseUrl), 'x')).rejects.toMatchObject({ code: 'model-garbled' });
});

test('bounds endless audio', async () => {
  const baseUrl = await serve((response) => {
    response.write('ID3');
    const more = () => void (response.destroyed || response.write(Buffer.alloc(65_536), () => setImmediate(more)));
    more();
  });
  await expect(collect(speakerAt(baseUrl), 'x')).rejects.toMatchObject({ code: 'model-garbled' });
});

test('gives the beginning before the service has sent the rest, and closes its socket when no more is wanted', async () => {
  let service: ServerResponse | undefined;
  const baseUrl = await serve((response) => {
    service = response;
    response.write('ID3');
    response.write('x'.repeat(60));
  });
  const { type, chunks } = await speakerAt(baseUrl).speak('x', NEVER);
  expect(type).toBe('audio/mpeg');
  const iterator = chunks[Symbol.asyncIterator]();
  expect((await iterator.next()).value).toHaveLength(63);
  expect(service?.writableEnded).toBe(false);
  await iterator.return?.();
  await vi.waitFor(() => expect(service?.destroyed).toBe(true));
});
