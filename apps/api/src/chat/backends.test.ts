import { startSandbox, type Sandbox } from '@parley/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeBackends, offersOf, openBackends, type BackendSettings } from './backends.ts';
import type { ModelSettings } from './model/open-model.ts';

const NOTHING: BackendSettings = { model: null, imageModel: null, transcriber: null, speaker: null, search: null };
const MODEL: ModelSettings = {
  apiKey: null,
  baseUrl: 'http://127.0.0.1:9/v1',
  api: 'auto',
  model: 'qwen3',
  thinkingModel: null,
  titleModel: null,
  contextTokens: null,
};
const REAL: BackendSettings = { ...NOTHING, model: MODEL };

describe('openBackends', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ delayMs: 0 });
  });
  afterAll(() => sandbox.close());

  test('uses the sandbox for everything without settings', async () => {
    const { model, imageModel, webSearch } = openBackends({ ...NOTHING, api: 'auto' }, sandbox.urls);
    expect(await model.capabilities()).toMatchObject({ answers: { ok: true }, searches: true, readsPdf: true });
    expect(await imageModel.capability()).toEqual({ ok: true });
    expect(webSearch.capability).toEqual({ ok: true });
    const searching = openBackends({ ...NOTHING, api: 'chat' }, sandbox.urls);
    expect(await searching.model.capabilities()).toMatchObject({ searches: false, readsPdf: false });
  });

  test('uses no stand-ins beside a real model', async () => {
    const { imageModel, webSearch } = openBackends({ ...REAL, api: 'auto' }, null);
    expect((await imageModel.capability()).reason).toBe('Image generation isn’t set up on this server.');
    expect(webSearch.capability.reason).toBe('Web search isn’t set up on this server.');
  });

  test('draws no demo pictures beside a real model, but searches with the sandbox if it is running', async () => {
    const { imageModel, webSearch } = openBackends({ ...REAL, api: 'auto' }, sandbox.urls);
    expect((await imageModel.capability()).ok).toBe(false);
    expect(webSearch.capability.ok).toBe(true);
  });

  test('throws without a model and a sandbox', () => {
    expect(() => openBackends({ ...NOTHING, api: 'auto' }, null)).toThrow('No model is set, and there’s no sandbox');
  });
});

describe('describeBackends', () => {
  test.each<[string, BackendSettings, string[]]>([
    [
      'the sandbox',
      NOTHING,
      [
        'Model: sandbox demo assistant (set OPENAI_API_KEY or OPENAI_BASE_URL for a real one)',
        'Images: sandbox patterns (set OPENAI_IMAGE_MODEL for real images)',
        'Dictation: sandbox, which understands its own tones only (set OPENAI_TRANSCRIBE_MODEL for speech)',
        'Read aloud: voices of the reader’s device (set OPENAI_SPEECH_MODEL for a speech model)',
        'Search: sandbox search of this product’s pages (set SEARCH_PROVIDER for a real one)',
      ],
    ],
    [
      'only a local model',
      REAL,
      [
        'Model: qwen3 at 127.0.0.1:9',
        'Images: none (set OPENAI_IMAGE_MODEL)',
        'Dictation: none (set OPENAI_TRANSCRIBE_MODEL)',
        'Read aloud: voices of the reader’s device (set OPENAI_SPEECH_MODEL for a speech model)',
        'Search: none (set SEARCH_PROVIDER)',
      ],
    ],
    [
      'everything',
      {
        model: { ...MODEL, baseUrl: null, model: 'gpt' },
        imageModel: { apiKey: 'k', baseUrl: null, model: 'gpt-image', quality: 'low' },
        transcriber: { apiKey: 'k', baseUrl: null, model: 'gpt-transcribe' },
        speaker: { apiKey: 'k', baseUrl: null, model: 'gpt-speech', voice: 'alloy', format: 'mp3' },
        search: { provider: 'brave', access: 'secret' },
      },
      [
        'Model: gpt at api.openai.com',
        'Images: gpt-image at api.openai.com',
        'Dictation: gpt-transcribe at api.openai.com',
        'Read aloud: gpt-speech at api.openai.com',
        'Search: the model’s own, otherwise Brave Search',
      ],
    ],
  ])('describes %s', (_name, settings, lines) => {
    expect(describeBackends(settings)).toEqual(lines);
  });
});

test.each([
  [
    { model: null, imageModel: null, transcriber: null, speaker: null, search: null },
    { searchesWeb: true, drawsPictures: true, takesDictation: true, readsAloud: false },
  ],
  [
    { model: MODEL, imageModel: null, transcriber: null, speaker: null, search: null },
    { searchesWeb: false, drawsPictures: false, takesDictation: false, readsAloud: false },
  ],
  [
    {
      model: { ...MODEL, api: 'responses' as const },
      imageModel: null,
      transcriber: null,
      speaker: null,
      search: null,
    },
    { searchesWeb: true, drawsPictures: false, takesDictation: false, readsAloud: false },
  ],
  [
    {
      model: MODEL,
      imageModel: { apiKey: null, baseUrl: MODEL.baseUrl, model: 'painter', quality: 'medium' as const },
      transcriber: { apiKey: null, baseUrl: MODEL.baseUrl, model: 'listener' },
      speaker: { apiKey: null, baseUrl: MODEL.baseUrl, model: 'speaker', voice: 'v', format: 'mp3' as const },
      search: { provider: 'brave' as const, access: 'b' },
    },
    { searchesWeb: true, drawsPictures: true, takesDictation: true, readsAloud: true },
  ],
])('offers the features that the settings name: %j', (settings, offered) => {
  expect(offersOf(settings)).toEqual(offered);
});
