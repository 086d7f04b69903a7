import { BlobSource, Input, MP3 } from 'mediabunny';
import OpenAI, { APIError, toFile } from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../../start.ts';
import { clientOptions } from '../testing.ts';

let sandbox: Sandbox;
let client: OpenAI;
beforeAll(async () => {
  sandbox = await startSandbox({ faults: true, delayMs: 0 });
  client = new OpenAI(clientOptions(sandbox));
});
afterAll(() => sandbox.close());

const speak = async (input: string, more: Partial<OpenAI.Audio.SpeechCreateParams> = {}) => {
  const request = { model: 'demo-speech', voice: 'alloy', response_format: 'wav', input, ...more } as const;
  return Buffer.from(await (await client.audio.speech.create(request)).arrayBuffer());
};

test('the transcription of the sandbox recognizes its own speech', async () => {
  const file = await toFile(await speak('Grüße, und 猫!'), 'speech.wav', { type: 'audio/wav' });
  expect((await client.audio.transcriptions.create({ file, model: 'demo-transcribe' })).text).toBe('Grüße, und 猫!');
  expect(sandbox.log().at(-2)).toMatchObject({ kind: 'speech', model: 'demo-speech', input: 'Grüße, und 猫!' });
});

test('speaks MP3 as long as its WAV, also when no format is named', async () => {
  const wav = await speak('green tea');
  const mp3 = await speak('green tea', { response_format: 'mp3' });
  const input = new Input({ source: new BlobSource(new Blob([mp3])), formats: [MP3] });
  const seconds = await input.computeDuration();
  expect(seconds).toBeCloseTo((wav.length - 44) / 2 / 24_000, 1);
  const unnamed = await client.audio.speech.create({ model: 'demo-speech', voice: 'alloy', input: 'green tea' });
  expect(Buffer.from(await unnamed.arrayBuffer())).toEqual(mp3);
});

test.each([
  ['[[429]]', 429],
  ['[[401]]', 401],
  ['[[500]]', 500],
  ['[[mid500]]', 500],
])('the word %s makes the speech fail with %d', async (word, status) => {
  await expect(speak(word)).rejects.toMatchObject({ status });
});

test('a scripted word gives bytes that are no audio, or cuts the connection', async () => {
  expect((await speak('[[badjson]]')).toString()).toBe('This is no audio.');
  await expect(speak(`[[cut]] ${'word '.repeat(20)}`)).rejects.toThrow();
});

test('the SDK gets an error for missing and unknown fields, other formats and long texts', async () => {
  for (const [input, more, param] of [
    ['', {}, 'input'],
    ['x', { model: '' }, 'model'],
    ['x', { voice: '' }, 'voice'],
    ['x', { response_format: 'flac' }, 'response_format'],
    ['x', { tone: 'kind' } as object, 'tone'],
    ['x'.repeat(4_097), {}, 'input'],
  ] as const) {
    const error: unknown = await speak(input, more).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status: 400, param });
  }
});
