import { aacRecording, SPOKEN_WEBM, SPOKEN_WORDS, spokenIn, spokenWav } from '@parley/sandbox/testing/recordings';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Recording } from '../chat/model/speech/transcriber.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.signUp();
});
afterAll(() => server.close());

async function dictate(bytes: Uint8Array<ArrayBuffer>, at = server, as: string | null = token, type = 'audio/webm') {
  const response = await fetch(`${at.url}/api/audio/transcriptions`, {
    method: 'POST',
    headers: { 'Content-Type': type, ...(as !== null && { Authorization: `Bearer ${as}` }) },
    body: bytes,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function startOwn(options: TestServerOptions): Promise<{ own: TestServer; user: string }> {
  const own = await startTestServer(options);
  onTestFinished(() => own.close());
  return { own, user: await own.signUp() };
}

/** The sandbox's speech, whole and playable. */
async function speechAsMp3(): Promise<ArrayBuffer> {
  const response = await fetch(`${server.sandbox.urls.openai}/audio/speech`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer sandbox' },
    body: JSON.stringify({ model: 'demo-speech', voice: 'demo', input: 'Buy milk' }),
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  return response.arrayBuffer();
}

it('transcribes what a browser recorded, whatever type the request declares', async () => {
  for (const type of ['audio/webm;codecs=opus', 'audio/mp4', 'application/octet-stream']) {
    expect(await dictate(SPOKEN_WEBM, server, token, type)).toEqual({
      status: 200,
      body: { success: true, text: SPOKEN_WORDS },
    });
  }
  expect(server.sandbox.log().at(-1)).toMatchObject({ recording: { name: 'recording.webm', type: 'audio/webm' } });
});

it.each(['ogg', 'mp4'] as const)('transcribes a recording in %s', async (container) => {
  expect((await dictate(await spokenIn(container))).body).toEqual({ success: true, text: SPOKEN_WORDS });
  expect(server.sandbox.log().at(-1)).toMatchObject({ recording: { name: `recording.${container}` } });
});

it('forwards what Safari records, AAC in MP4, and refuses more than 5 minutes of it', async () => {
  const containers: string[] = [];
  const transcriber = {
    capability: async () => ({ ok: true }),
    async transcribe({ container }: Recording) {
      containers.push(container);
      return 'words';
    },
  };
  const { own, user } = await startOwn({ backends: () => ({ transcriber }) });
  const recording = await aacRecording(20);
  expect((await dictate(recording, own, user, 'audio/mp4')).body).toEqual({ success: true, text: 'words' });
  expect((await dictate(await aacRecording(310), own, user)).body.message).toBe(
    'A recording can be up to 5 minutes long.',
  );
  expect(containers).toEqual(['mp4']);
  // The sandbox cannot decode it, and says so.
  expect(await dictate(recording)).toMatchObject({
    status: 502,
    body: { message: 'The transcription service couldn’t read this recording. Record it again.' },
  });
});

it('answers silence with an empty text', async () => {
  expect(await dictate(spokenWav(''))).toEqual({ status: 200, body: { success: true, text: '' } });
});

it('rejects an upload that is not a recording without asking the service', async () => {
  const mp3 = await speechAsMp3();
  const sent = server.sandbox.log().length;
  const unreadable = expect.stringContaining('We couldn’t read this recording.') as string;
  for (const bytes of [
    Buffer.from('just words'),
    SPOKEN_WEBM.slice(0, 200),
    Buffer.from('RIFF\xff\xff\xff\xffWAVEfmt ', 'latin1'),
    Buffer.from('%PDF-1.7'),
    Buffer.concat([Buffer.from('OggS'), Buffer.alloc(5_000, 1)]),
    // A container that no recorder writes.
    Buffer.from(mp3),
  ]) {
    const { status, body } = await dictate(new Uint8Array(bytes));
    expect([status, body.message]).toEqual([415, unreadable]);
  }
  expect(await dictate(new Uint8Array())).toMatchObject({ status: 400, body: { message: 'This recording is empty.' } });
  expect(server.sandbox.log()).toHaveLength(sent);
});

it('refuses recordings of more than 10 MB and of more than 5 minutes', async () => {
  const sent = server.sandbox.log().length;
  const large = await dictate(new Uint8Array(10 * 1024 * 1024 + 1));
  expect([large.status, large.body.message]).toEqual([413, 'A recording can be up to 10 MB.']);
  const long = await dictate(await spokenIn('webm', { times: 105 }));
  expect([long.status, long.body.message]).toEqual([413, 'A recording can be up to 5 minutes long.']);
  expect(server.sandbox.log()).toHaveLength(sent);
});

it('counts the packets of a recording that claims to be short', async () => {
  for (const container of ['webm', 'mp4'] as const) {
    const forged = await spokenIn(container, { times: 140, shorter: 1000 });
    expect((await dictate(forged)).body.message).toBe('A recording can be up to 5 minutes long.');
  }
});

it('requires a session, and a verified address where the operator does', async () => {
  expect((await dictate(SPOKEN_WEBM, server, null)).status).toBe(401);
  const { own, user } = await startOwn({ verifiesFirst: true });
  expect((await dictate(SPOKEN_WEBM, own, user)).status).toBe(403);
});

it('does not exist on a server without a transcription model', async () => {
  const { own, user } = await startOwn({ backends: () => ({ transcriber: null }) });
  expect((await dictate(SPOKEN_WEBM, own, user)).status).toBe(404);
  const { parts } = (await own.call('GET', '/api/status')).body as { parts: { id: string }[] };
  expect(parts.map(({ id }) => id)).not.toContain('transcription');
});

it('limits the seconds that one account dictates per day, and premium accounts to more', async () => {
  const { own, user } = await startOwn({
    rateLimits: { dictatedSeconds: 5, dictatedSecondsUnlimited: 8 },
    adminEmails: ['admin@example.com'],
    emailsVerifiedAtOnce: true,
  });
  expect((await dictate(SPOKEN_WEBM, own, user)).status).toBe(200);
  const over = await dictate(SPOKEN_WEBM, own, user);
  expect(over).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
  expect(over.body.message).toContain('You’ve reached the daily limit for dictation.');
  // The refused recording was not counted, so a shorter one still fits.
  expect((await dictate(spokenWav('a', 0), own, user)).status).toBe(200);

  const admin = await own.signUp('admin@example.com');
  expect((await dictate(SPOKEN_WEBM, own, admin)).status).toBe(200);
  expect((await dictate(SPOKEN_WEBM, own, admin)).status).toBe(200);
  expect((await dictate(SPOKEN_WEBM, own, admin)).status).toBe(429);
});

it('limits the recordings per minute', async () => {
  const { own, user } = await startOwn({ rateLimits: { dictations: 2 } });
  const statuses: number[] = [];
  for (let time = 0; time < 3; time++) statuses.push((await dictate(SPOKEN_WEBM, own, user)).status);
  expect(statuses).toEqual([200, 200, 429]);
});

it('does not count a recording that the service failed to transcribe, and shows the failure on the status page', async () => {
  const { own, user } = await startOwn({ rateLimits: { dictatedSeconds: 5 } });
  const failing = spokenWav('[[500]]');
  for (let time = 0; time < 4; time++) {
    expect(await dictate(failing, own, user)).toMatchObject({
      status: 502,
      body: { code: 'model-failed', message: 'The transcription service failed. Try again.' },
    });
  }
  const { parts } = (await own.call('GET', '/api/status')).body as { parts: { id: string; status: string }[] };
  expect(parts.find(({ id }) => id === 'transcription')).toMatchObject({ label: 'Dictation', status: 'degraded' });
  expect((await dictate(SPOKEN_WEBM, own, user)).body.text).toBe(SPOKEN_WORDS);
});

it('transcribes one recording of a user at a time, and refuses a flood', async () => {
  let running = 0;
  let most = 0;
  let refused = 0;
  const end = Promise.withResolvers<void>();
  const { own, user } = await startOwn({
    backends: () => ({
      transcriber: {
        capability: async () => ({ ok: true }),
        async transcribe() {
          most = Math.max(most, ++running);
          await end.promise;
          running--;
          return 'words';
        },
      },
    }),
  });
  const flood = Array.from({ length: 10 }, async () => {
    const answer = await dictate(SPOKEN_WEBM, own, user);
    if (answer.status === 429 && ++refused === 7) end.resolve();
    return answer;
  });
  const answers = await Promise.all(flood);
  expect(most).toBe(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
});
