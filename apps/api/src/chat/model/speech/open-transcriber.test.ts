import { startSandbox, type Sandbox } from '@parley/sandbox';
import { spokenWav } from '@parley/sandbox/testing/recordings';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openTranscriber, type TranscriberSettings } from './open-transcriber.ts';
import { NEVER, sendJson } from '../testing.ts';
import type { Recording } from './transcriber.ts';

const transcriberAt = (baseUrl: string, more: Partial<TranscriberSettings> = {}) =>
  openTranscriber({ apiKey: 'test', baseUrl, model: 'demo-transcribe', ...more });
const spoken = (text: string): Recording => ({ bytes: spokenWav(text), container: 'wav', durationMs: 1_000 });

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ faults: true, delayMs: 0 });
});
afterAll(() => sandbox.close());

test('transcribes a recording that it names after its container', async () => {
  const transcriber = transcriberAt(sandbox.urls.openai);
  expect(await transcriber.capability()).toEqual({ ok: true });
  expect(await transcriber.transcribe(spoken('milk and bread'), NEVER)).toBe('milk and bread');
  expect(sandbox.log().at(-1)).toMatchObject({
    model: 'demo-transcribe',
    recording: { name: 'recording.wav', type: 'audio/wav' },
  });
});

test.each([
  ['[[401]]', 'model-auth', 'rejected this server’s API key'],
  ['[[429]]', 'model-rate-limited', 'is very busy right now'],
  ['[[quota]]', 'model-quota', 'AI credit has run out'],
  ['[[500]]', 'model-failed', 'The transcription service failed'],
  ['[[badjson]]', 'model-garbled', 'sent an answer we couldn’t read'],
  ['[[html200]]', 'model-garbled', 'sent an answer we couldn’t read'],
  ['[[cut]]', 'model-unreachable', 'couldn’t reach the transcription service'],
  ['[[stall]]', 'model-timeout', 'took too long'],
])('answers %s with %s and does not retry', async (word, code, sentence) => {
  const before = sandbox.log().length;
  const limits = { transcriptionMs: word === '[[stall]]' ? 3_000 : 60_000 };
  const transcriber = transcriberAt(sandbox.urls.openai, { limits });
  await expect(transcriber.transcribe(spoken(word), NEVER)).rejects.toMatchObject({
    name: 'AppError',
    code,
    message: expect.stringContaining(sentence) as string,
  });
  expect(sandbox.log()).toHaveLength(before + 1);
});

test('closes the socket when it is aborted', async () => {
  const controller = new AbortController();
  const asked = transcriberAt(sandbox.urls.openai).transcribe(spoken('[[stall]]'), controller.signal);
  const failure = asked.catch((error: unknown) => error);
  const before = sandbox.log().length;
  await vi.waitFor(() => expect(sandbox.log().length).toBeGreaterThan(before));
  controller.abort();
  expect(await failure).toMatchObject({ name: 'AppError' });
  await vi.waitFor(() => expect(sandbox.log().at(-1)).toMatchObject({ closed: true }));
});

let close = () => {};
afterEach(() => close());

/** Starts a service that gives one answer, and records the requests. */
async function serve(answer: (response: ServerResponse) => void) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push((await buffer(request)).toString('latin1'));
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, bodies };
}

test('sends only the file and the model, which every compatible service knows', async () => {
  const { baseUrl, bodies } = await serve((response) => sendJson(response, 200, { text: '  said \n' }));
  expect(await transcriberAt(baseUrl).transcribe(spoken('x'), NEVER)).toBe('said');
  expect([...(bodies[0] ?? '').matchAll(/form-data; name="([^"]+)"/g)].map(([, name]) => name).toSorted()).toEqual([
    'file',
    'model',
  ]);
});

test.each([
  [' [BLANK_AUDIO]\n [BLANK_AUDIO]\n', ''],
  ['(silence)', ''],
  [' [Music] (wind blowing)', ''],
  ['[ Silence ]', ''],
  [' Milk and bread. [BLANK_AUDIO]', 'Milk and bread.'],
  ['Milk (two bottles)', 'Milk (two bottles)'],
])('takes %j as %j, since Whisper writes sounds in brackets', async (text, said) => {
  const { baseUrl } = await serve((response) => sendJson(response, 200, { text }));
  expect(await transcriberAt(baseUrl).transcribe(spoken('x'), NEVER)).toBe(said);
});

test.each([{}, { text: 7 }, [], null, { text: null }])('refuses the answer %j without a text', async (answer) => {
  const { baseUrl } = await serve((response) => sendJson(response, 200, answer));
  await expect(transcriberAt(baseUrl).transcribe(spoken('x'), NEVER)).rejects.toMatchObject({ code: 'model-garbled' });
});

test('bounds an endless answer', async () => {
  const { baseUrl } = await serve((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)));
    more();
  });
  await expect(transcriberAt(baseUrl).transcribe(spoken('x'), NEVER)).rejects.toMatchObject({ code: 'model-garbled' });
});

test('keeps the longest text that fits a message', async () => {
  const { baseUrl } = await serve((response) => sendJson(response, 200, { text: 'w '.repeat(300_000) }));
  expect(await transcriberAt(baseUrl).transcribe(spoken('x'), NEVER)).toHaveLength(200_000);
});
