import { startSandbox, type Sandbox } from '@parley/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeBackends, offersOf, openBackends, type BackendSettings } from './backends.ts';
import type { ModelSettings } from './model/open-model.ts';

const NOTHING: BackendSettings = { model: null, imageModel: null, search: null };
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
        'Search: sandbox search of this product’s pages (set SEARCH_PROVIDER for a real one)',
      ],
    ],
    [
      'only a local model',
      REAL,
      ['Model: qwen3 at 127.0.0.1:9', 'Images: none (set OPENAI_IMAGE_MODEL)', 'Search: none (set SEARCH_PROVIDER)'],
    ],
    [
      'everything',
      {
        model: { ...MODEL, baseUrl: null, model: 'gpt' },
        imageModel: { apiKey: 'k', baseUrl: null, model: 'gpt-image', quality: 'low' },
        search: { provider: 'brave', access: 'secret' },
      },
      [
        'Model: gpt at api.openai.com',
        'Images: gpt-image at api.openai.com',
        'Search: the model’s own, otherwise Brave Search',
      ],
    ],
  ])('describes %s', (_name, settings, lines) => {
    expect(describeBackends(settings)).toEqual(lines);
  });
});

test.each([
  [
    { model: null, imageModel: null, search: null },
    { searchesWeb: true, drawsPictures: true },
  ],
  [
    { model: MODEL, imageModel: null, search: null },
    { searchesWeb: false, drawsPictures: false },
  ],
  [
    { model: { ...MODEL, api: 'responses' as const }, imageModel: null, search: null },
    { searchesWeb: true, drawsPictures: false },
  ],
  [
    {
      model: MODEL,
      imageModel: { apiKey: null, baseUrl: MODEL.baseUrl, model: 'painter', quality: 'medium' as const },
      search: { provider: 'brave' as const, access: 'b' },
    },
    { searchesWeb: true, drawsPictures: true },
  ],
])('offers the features that the settings name: %j', (settings, offered) => {
  expect(offersOf(settings)).toEqual(offered);
});
