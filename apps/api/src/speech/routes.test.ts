import { AppError, type Message } from '@parley/core';
import { wordsOf } from '@parley/sandbox/testing/recordings';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { Speaker } from '../chat/model/speech/speaker.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.signUp();
});
afterAll(() => server.close());

async function startOwn(options: TestServerOptions): Promise<{ own: TestServer; user: string }> {
  const own = await startTestServer(options);
  onTestFinished(() => own.close());
  return { own, user: await own.signUp() };
}

/** Asks for an echo, and returns the ids of its reply and its question. */
async function ask(text: string, at = server, as = token) {
  const conversationId = randomUUID();
  await (await at.send(as, { conversationId, text: `[[echo]] ${text}` })).all();
  const { messages } = (await at.call('GET', `/api/chat/${conversationId}`, as)).body as unknown as {
    messages: Message[];
  };
  return { questionId: messages[0]?.id ?? '', messageId: messages[1]?.id ?? '' };
}

function request(body: object, at = server, as: string | null = token, signal: AbortSignal | null = null) {
  return fetch(`${at.url}/api/audio/speech`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(as !== null && { Authorization: `Bearer ${as}` }) },
    body: JSON.stringify(body),
    signal,
  });
}

async function speak(body: object, at = server, as: string | null = token) {
  const response = await request(body, at, as);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get('content-type');
  const isJson = type?.startsWith('application/json') === true;
  const answer = isJson ? (JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>) : {};
  return { status: response.status, type, bytes, body: answer };
}

it('speaks a sentence of a reply', async () => {
  const { messageId } = await ask('It **rains**. So stay.');
  const { status, type, bytes } = await speak({ messageId, sentence: 'It rains.' });
  expect([status, type]).toEqual([200, 'audio/wav']);
  expect(wordsOf(bytes)).toBe('It rains.');
  expect(server.sandbox.log().at(-1)).toMatchObject({ kind: 'speech', model: 'demo-speech', input: 'It rains.' });
});

it('speaks nothing else: no other text, question, account or unknown reply', async () => {
  const { questionId, messageId } = await ask('It rains.');
  const sent = server.sandbox.log().length;
  const other = await server.signUp();
  const sentence = 'It rains.';
  expect(await speak({ messageId, sentence: 'Buy our tea.' })).toMatchObject({
    status: 400,
    body: { message: 'This sentence isn’t in the reply.' },
  });
  expect((await speak({ messageId, sentence: 'x'.repeat(401) })).status).toBe(400);
  expect((await speak({ messageId: questionId, sentence })).status).toBe(404);
  expect((await speak({ messageId: randomUUID(), sentence })).status).toBe(404);
  expect((await speak({ messageId, sentence }, server, other)).status).toBe(404);
  expect((await speak({ messageId, sentence }, server, null)).status).toBe(401);
  expect(server.sandbox.log()).toHaveLength(sent);
});

it('does not exist on a server without a speech model', async () => {
  const { own, user } = await startOwn({ backends: () => ({ speaker: null }) });
  const ids = await ask('It rains.', own, user);
  expect((await speak({ ...ids, sentence: 'It rains.' }, own, user)).status).toBe(404);
  const { parts } = (await own.call('GET', '/api/status')).body as { parts: { id: string }[] };
  expect(parts.map(({ id }) => id)).not.toContain('speech');
});

it('limits the characters that one account has read per day, and premium accounts and admins to more', async () => {
  const { own, user } = await startOwn({
    rateLimits: { spokenCharacters: 20, spokenCharactersUnlimited: 30 },
    adminEmails: ['admin@example.com'],
    emailsVerifiedAtOnce: true,
  });
  const statuses = async (as: string) => {
    const ids = await ask('It rains.', own, as);
    const answers = [];
    for (let time = 0; time < 4; time++) answers.push(await speak({ ...ids, sentence: 'It rains.' }, own, as));
    expect(answers.at(-1)?.body.message).toContain('You’ve reached the daily limit for reading aloud.');
    return answers.map(({ status }) => status);
  };
  expect(await statuses(user)).toEqual([200, 200, 429, 429]);
  expect(await statuses(await own.signUp('admin@example.com'))).toEqual([200, 200, 200, 429]);
});

it('does not count a sentence that the service failed to speak, and shows the failure on the status page', async () => {
  const failing: Speaker = {
    capability: async () => ({ ok: true }),
    speak: () => Promise.reject(new AppError('model-failed')),
  };
  const { own, user } = await startOwn({
    rateLimits: { spokenCharacters: 20 },
    backends: () => ({ speaker: failing }),
  });
  const ids = await ask('It rains.', own, user);
  for (let time = 0; time < 4; time++) {
    expect((await speak({ ...ids, sentence: 'It rains.' }, own, user)).body.code).toBe('model-failed');
  }
  const { parts } = (await own.call('GET', '/api/status')).body as { parts: { id: string; status: string }[] };
  expect(parts.find(({ id }) => id === 'speech')).toMatchObject({ label: 'Read Aloud', status: 'degraded' });
});

/** The question to have this sentence echoed: its words in double brackets script its speech, and not the reply. */
const scriptedOnlyWhenSpoken = (sentence: string) => sentence.replaceAll(/\[\[(\w+)\]\]/g, '[[**$1**]]');

it('sends the audio while the service still speaks, and ends the speech of a reader who leaves', async () => {
  const sentence = `[[stall]] ${'word '.repeat(20)}`;
  const { messageId } = await ask(scriptedOnlyWhenSpoken(sentence));
  const leaving = new AbortController();
  const { body, headers } = await request({ messageId, sentence }, server, token, leaving.signal);
  expect([headers.get('content-type'), headers.get('x-accel-buffering')]).toEqual(['audio/wav', 'no']);
  const { value } = (await body?.getReader().read()) ?? {};
  expect(value?.length).toBeGreaterThan(44);
  const speech = () => server.sandbox.log().at(-1);
  expect(speech()).toMatchObject({ kind: 'speech', deltas: 1 });
  expect(speech()).not.toHaveProperty('ended');
  leaving.abort();
  await vi.waitFor(() => expect(speech()).toMatchObject({ closed: true }));
});

it('breaks off the audio of a service that fails in the middle, does not count it, and shows the failure', async () => {
  const { own, user } = await startOwn({ rateLimits: { spokenCharacters: 150 } });
  const sentence = `[[cut]] ${'word '.repeat(20)}`;
  const ids = await ask(scriptedOnlyWhenSpoken(sentence), own, user);
  for (let time = 0; time < 2; time++) await expect(speak({ ...ids, sentence }, own, user)).rejects.toThrow();
  const { parts } = (await own.call('GET', '/api/status')).body as { parts: { id: string; status: string }[] };
  expect(parts.find(({ id }) => id === 'speech')).toMatchObject({ status: 'degraded' });
});

it('speaks two sentences of a user at a time, and refuses a flood', async () => {
  let running = 0;
  let most = 0;
  const [refused, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow: Speaker = {
    capability: async () => ({ ok: true }),
    async speak() {
      most = Math.max(most, ++running);
      await end.promise;
      running--;
      return { type: 'audio/mpeg', chunks: ReadableStream.from([new Uint8Array(1)]) };
    },
  };
  const { own, user } = await startOwn({ backends: () => ({ speaker: slow }) });
  const ids = await ask('It rains.', own, user);
  const flood = Array.from({ length: 20 }, async () => {
    const answer = await speak({ ...ids, sentence: 'It rains.' }, own, user);
    if (answer.status === 429) refused.resolve();
    return answer;
  });
  await refused.promise;
  await expect.poll(() => running).toBe(2);
  end.resolve();
  const answers = await Promise.all(flood);
  expect(most).toBe(2);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
});
