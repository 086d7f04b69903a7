import OpenAI, { APIError, toFile } from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../../start.ts';
import { clientOptions } from '../testing.ts';
import { SPOKEN_WEBM, SPOKEN_WORDS, spokenIn, spokenWav } from './testing/recordings.ts';
import { writeWav } from './wav.ts';

let sandbox: Sandbox;
let client: OpenAI;
beforeAll(async () => {
  sandbox = await startSandbox({ faults: true, delayMs: 0 });
  client = new OpenAI(clientOptions(sandbox));
});
afterAll(() => sandbox.close());

const transcribe = async (bytes: Uint8Array, more: Partial<OpenAI.Audio.TranscriptionCreateParamsNonStreaming> = {}) =>
  client.audio.transcriptions.create({
    file: await toFile(bytes, 'recording.webm', { type: 'audio/webm' }),
    model: 'demo-transcribe',
    ...more,
  });
const refusalOf = async (answer: Promise<unknown>) => {
  const error: unknown = await answer.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(APIError);
  return error as APIError;
};

test('the SDK gets the words of tones in a WAV file, with the duration', async () => {
  expect(await transcribe(spokenWav('Grüße, und was kostet das?'))).toEqual({
    text: 'Grüße, und was kostet das?',
    usage: { type: 'duration', seconds: expect.any(Number) as number },
  });
  expect(sandbox.log().at(-1)).toMatchObject({
    kind: 'transcription',
    model: 'demo-transcribe',
    recording: { name: 'recording.webm', type: 'audio/webm' },
  });
});

test('the SDK gets the words of a browser’s recording, in each container', async () => {
  expect((await transcribe(SPOKEN_WEBM)).text).toBe(SPOKEN_WORDS);
  for (const container of ['webm', 'ogg', 'mp4'] as const) {
    expect((await transcribe(await spokenIn(container))).text).toBe(SPOKEN_WORDS);
  }
});

test('a recording of silence or of other sounds has an empty text', async () => {
  const wave = (hertz: number) =>
    Int16Array.from({ length: 48_000 }, (_, at) => 9_000 * Math.sin((at * hertz) / 3_820));
  for (const samples of [new Int16Array(48_000), wave(440), new Int16Array(0)]) {
    expect((await transcribe(writeWav(samples, 24_000))).text).toBe('');
  }
});

test.each([
  ['[[429]]', 429],
  ['[[401]]', 401],
  ['[[500]]', 500],
])('the spoken word %s makes the transcription fail with %d', async (word, status) => {
  expect((await refusalOf(transcribe(spokenWav(word)))).status).toBe(status);
});

test('the SDK gets an error for bytes that are no audio, a missing model and unknown fields', async () => {
  expect(await refusalOf(transcribe(Buffer.from('no audio at all')))).toMatchObject({ status: 400, param: 'file' });
  expect(await refusalOf(transcribe(SPOKEN_WEBM.slice(0, 100)))).toMatchObject({ status: 400, param: 'file' });
  expect(await refusalOf(transcribe(SPOKEN_WEBM, { model: '' }))).toMatchObject({ status: 400, param: 'model' });
  expect(await refusalOf(transcribe(SPOKEN_WEBM, { response_format: 'srt' }))).toMatchObject({ status: 400 });
  expect(await refusalOf(transcribe(SPOKEN_WEBM, { voice: 'x' } as object))).toMatchObject({ param: 'voice' });
  expect(await refusalOf(transcribe(new Uint8Array(25 * 1024 * 1024 + 1)))).toMatchObject({ status: 413 });
});
