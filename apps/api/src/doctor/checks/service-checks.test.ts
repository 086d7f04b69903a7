import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '@parley/sandbox';
import { AppError, type ErrorCode } from '@parley/core';
import type { BackendSettings } from '../../chat/backends.ts';
import type { ModelSettings } from '../../chat/model/open-model.ts';
import { readConfig } from '../../settings/config.ts';
import { explainService } from '../explain-service.ts';
import { linesOf } from '../testing/lines-of.ts';
import { nowhere, serve } from '../testing/serve.ts';
import { mediaChecks } from './media-checks.ts';
import { listedModelChecks, modelChecks } from './model-checks.ts';
import { moderationCheck } from './moderation-check.ts';
import { searchCheck } from './search-check.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delayMs: 0 });
});
afterAll(() => sandbox.close());

const KEY = 'sk-a-key-that-nobody-may-see';
const model = (baseUrl: string, more: Partial<ModelSettings> = {}): ModelSettings => ({
  apiKey: KEY,
  baseUrl,
  api: 'chat',
  model: 'demo',
  thinkingModel: null,
  titleModel: null,
  contextTokens: null,
  ...more,
});
const media = (baseUrl: string, models = 'demo-image'): BackendSettings => ({
  model: null,
  imageModel: { apiKey: KEY, baseUrl, model: models, quality: 'low' },
  transcriber: { apiKey: KEY, baseUrl, model: 'demo-transcribe' },
  speaker: { apiKey: KEY, baseUrl, model: 'demo-speech', voice: 'alloy', format: 'wav' },
  search: null,
});
const NO_MEDIA: BackendSettings = { model: null, imageModel: null, transcriber: null, speaker: null, search: null };
const { serviceNames: NAMES } = readConfig({}, '/srv/parley');
/** A service that answers everything with this status, and says the key that it got. */
const failing = (status: number, code: string) =>
  serve((request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ error: { message: `No, ${request.headers.authorization}`, code } }));
  });

describe('models', () => {
  test('the model check asks each model once for a word', async () => {
    sandbox.reset();
    const lines = await linesOf(
      modelChecks(model(sandbox.urls.openai, { thinkingModel: 'deep', titleModel: 'demo' }), true),
    );
    expect(lines).toEqual([
      expect.stringMatching(/^ok Model: demo at 127\.0\.0\.1:\d+ answers in \d+ ms\.$/),
      expect.stringMatching(/^ok Thinking model: deep at 127\.0\.0\.1:\d+ answers in \d+ ms\.$/),
    ]);
    const asked = sandbox.log().filter(({ stream, path }) => !stream && path.endsWith('/completions'));
    expect(asked.map((request) => request.model).toSorted()).toEqual(['deep', 'demo']);
  });

  test('the model check asks every listed model, and names the entry of the file to correct', async () => {
    const origin = await failing(401, 'invalid_api_key');
    const listed = (id: string, baseUrl: string) => ({
      id,
      label: id,
      description: 'One.',
      plans: ['free'],
      fallback: null,
      provider: baseUrl,
      key: 'DEEP_KEY',
      price: null,
      settings: model(baseUrl),
    });
    const lines = await linesOf(
      listedModelChecks([listed('swift', sandbox.urls.openai), listed('deep', `${origin}/v1`)]),
    );
    expect(lines).toEqual([
      expect.stringMatching(/^ok Model swift: demo at 127\.0\.0\.1:\d+ answers in \d+ ms\.$/),
      expect.stringMatching(/^error Model deep: 127\.0\.0\.1:\d+ rejects the API key\. Check DEEP_KEY\.$/),
    ]);
    expect(lines.join()).not.toContain(KEY);
  });

  test('the model check says that no real model is set up', async () => {
    expect(await linesOf(modelChecks(null, false))).toEqual([expect.stringMatching(/^ok Model: The sandbox’s demo/)]);
    expect(await linesOf(modelChecks(null, true))).toEqual([expect.stringMatching(/^warning Model: The sandbox’s/)]);
  });

  test.each([
    [401, 'invalid_api_key', /^error Model: \S+ rejects the API key\. Check OPENAI_API_KEY\.$/],
    [404, 'model_not_found', /^error Model: \S+ has no model demo\. Set OPENAI_MODEL to a name that/],
    [429, 'insufficient_quota', /^error Model: The credit at \S+ has run out\./],
    [429, 'rate_limit_exceeded', /^warning Model: \S+ is too busy to answer\./],
    [400, 'bad', /^error Model: demo at \S+ refuses: .+[^.]\. Check OPENAI_MODEL and OPENAI_BASE_URL\.$/],
  ])('the model check explains status %i with code %s', async (status, code, line) => {
    const lines = await linesOf(modelChecks(model(`${await failing(status, code)}/v1`), true));
    expect(lines).toEqual([expect.stringMatching(line)]);
    expect(lines.join()).not.toContain(KEY);
  });

  test.each([
    ['responses', 'auto', 404, { error: { message: 'This model is only supported in v1/responses.' } }],
    ['responses', 'chat', 400, { error: { message: 'Use the Responses API.' } }],
    ['chat', 'responses', 404, { detail: 'Not Found' }],
    ['chat', 'responses', 405, { detail: 'Method Not Allowed' }],
  ] as const)('the model check says that only %s answers where %s is set', async (offered, api, status, refusal) => {
    const answers = {
      '/v1/chat/completions': { choices: [{ message: { content: 'OK' } }] },
      '/v1/responses': { output: [{ content: [{ type: 'output_text', text: 'OK' }] }] },
    };
    const path = offered === 'chat' ? '/v1/chat/completions' : '/v1/responses';
    const origin = await serve((request, response) => {
      const isOffered = request.url === path;
      response.writeHead(isOffered ? 200 : status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(isOffered ? answers[path] : refusal));
    });
    const name = offered === 'chat' ? 'Chat Completions' : 'Responses';
    expect(await linesOf(modelChecks(model(`${origin}/v1`, { api }), true))).toEqual([
      `error Model: demo at ${new URL(origin).host} answers only over ${name}. Set OPENAI_API to ${offered}.`,
    ]);
  });

  test('the model check explains an address at which nothing listens', async () => {
    expect(await linesOf(modelChecks(model(`${await nowhere()}/v1`), true))).toEqual([
      expect.stringMatching(
        /^error Model: Can’t reach 127\.0\.0\.1:\d+: nothing listens there \(ECONNREFUSED\)\. Check OPENAI_BASE_URL/,
      ),
    ]);
  });

  test('the model check explains an address at which something else answers', async () => {
    const origin = await serve((_request, response) => response.end('<!doctype html><title>Welcome</title>'));
    expect(await linesOf(modelChecks(model(`${origin}/v1`), true))).toEqual([
      expect.stringMatching(/^error Model: \S+ doesn’t answer like an AI service\. Check OPENAI_BASE_URL; it usually/),
    ]);
  });
});

test.each<[ErrorCode, RegExp]>([
  ['model-timeout', /^took too long|took too long\./],
  ['model-empty', /answers with nothing/],
])('a model that ends with %s is only a warning', (code, message) => {
  const service = { model: 'm', baseUrl: null, settings: { model: 'M', key: 'K', address: 'A' } };
  expect(explainService(new AppError(code), service)).toMatchObject({
    level: 'warning',
    message: expect.stringMatching(message),
  });
});

describe('images, dictation and reading aloud', () => {
  test('the checks try each service, and images only by the list of models', async () => {
    sandbox.reset();
    expect(await linesOf(mediaChecks(media(sandbox.urls.openai), NAMES))).toEqual([
      expect.stringMatching(/^ok Images: The service lists demo-image at \S+\. No image was generated, because/),
      expect.stringMatching(/^ok Dictation: demo-transcribe at \S+ transcribes\.$/),
      expect.stringMatching(/^ok Read aloud: demo-speech at \S+ speaks \(\d+ bytes\)\.$/),
    ]);
    expect(
      sandbox
        .log()
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['speech', 'transcription']);
  });

  test('the checks name the setting of a model that is not listed', async () => {
    const [images] = await linesOf(mediaChecks(media(sandbox.urls.openai, 'other'), NAMES));
    expect(images).toMatch(/^error Images: The service doesn’t list other at \S+\. Set OPENAI_IMAGE_MODEL to a name/);
  });

  test('the checks warn that images could not be tried where models are not listed', async () => {
    const origin = await failing(404, 'not_found');
    const [images] = await linesOf(mediaChecks({ ...NO_MEDIA, imageModel: media(`${origin}/v1`).imageModel }, NAMES));
    expect(images).toMatch(/^warning Images: demo-image at \S+ couldn’t be tried without paying for an image/);
  });

  test('the checks name the key of each service that rejects it', async () => {
    const lines = await linesOf(mediaChecks(media(`${await failing(401, 'invalid_api_key')}/v1`), NAMES));
    expect(lines).toEqual([
      expect.stringMatching(/^error Images: \S+ rejects the API key\. Check OPENAI_IMAGE_API_KEY\.$/),
      expect.stringMatching(/^error Dictation: \S+ rejects the API key\. Check OPENAI_TRANSCRIBE_API_KEY\.$/),
      expect.stringMatching(/^error Read aloud: \S+ rejects the API key\. Check OPENAI_SPEECH_API_KEY\.$/),
    ]);
  });

  test('the checks name the settings of the chat model where a service has none of its own', async () => {
    const OPENAI_BASE_URL = `${await failing(401, 'invalid_api_key')}/v1`;
    const elsewhere = `${await nowhere()}/v1`;
    const config = readConfig(
      {
        OPENAI_API_KEY: KEY,
        OPENAI_BASE_URL,
        OPENAI_MODEL: 'demo',
        OPENAI_IMAGE_MODEL: 'painter',
        OPENAI_TRANSCRIBE_MODEL: 'hearer',
        OPENAI_TRANSCRIBE_BASE_URL: elsewhere,
        OPENAI_SPEECH_MODEL: 'speaker',
        OPENAI_SPEECH_API_KEY: 'sk-of-the-speaker',
        MODERATION: 'note',
      },
      '/srv/parley',
    );
    const { serviceNames: names } = config;
    expect(
      await linesOf([...mediaChecks(config, names), ...moderationCheck(config.moderation, names.OPENAI_MODERATION)]),
    ).toEqual([
      expect.stringMatching(/^error Images: .+ Check OPENAI_API_KEY\.$/),
      expect.stringMatching(/^error Dictation: .+ Check OPENAI_TRANSCRIBE_BASE_URL, and/),
      expect.stringMatching(/^error Read aloud: .+ Check OPENAI_SPEECH_API_KEY\.$/),
      expect.stringMatching(/^error Moderation: .+ Check OPENAI_API_KEY\.$/),
    ]);
    expect(names.OPENAI_TRANSCRIBE.key).toBe('OPENAI_TRANSCRIBE_API_KEY');
    expect(names.OPENAI_IMAGE.address).toBe('OPENAI_BASE_URL');
  });

  test('the checks say how to set up what is missing', async () => {
    const lines = await linesOf(mediaChecks(NO_MEDIA, NAMES));
    expect(lines).toEqual([
      'ok Images: No service is set up (set OPENAI_IMAGE_MODEL).',
      'ok Dictation: No service is set up (set OPENAI_TRANSCRIBE_MODEL).',
      'ok Read aloud: No service is set up (set OPENAI_SPEECH_MODEL).',
    ]);
  });
});

describe('moderation', () => {
  const at = async (origin: string) => {
    const service = { apiKey: 'k', baseUrl: `${origin}/v1`, model: 'checker' };
    return linesOf(moderationCheck({ flagged: 'note', unchecked: 'allow', service }, NAMES.OPENAI_MODERATION));
  };

  test('the moderation check has texts and images checked', async () => {
    const [line] = await at(sandbox.urls.openai.replace(/\/v1$/, ''));
    expect(line).toMatch(/^ok Moderation: checker at \S+ checks texts and images\.$/);
  });

  test('the moderation check names the key that is rejected, and a service without images', async () => {
    expect(await at(await failing(401, 'invalid_api_key'))).toEqual([
      expect.stringMatching(/^error Moderation: \S+ rejects the API key\. Check OPENAI_MODERATION_API_KEY\.$/),
    ]);
    const textsOnly = await serve((request, response) => {
      request.setEncoding('utf8').once('data', (body: string) => {
        response.writeHead(body.includes('image_url') ? 400 : 200, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ results: [{ flagged: false, categories: {} }] }));
      });
    });
    expect(await at(textsOnly)).toEqual([
      expect.stringMatching(
        /^warning Moderation: checker at \S+ checks texts, but no images\. MODERATION_DOWN decides/,
      ),
    ]);
  });

  test('the moderation check is not made while the moderation is off', () => {
    expect(moderationCheck(null, NAMES.OPENAI_MODERATION)).toEqual([]);
  });
});

describe('search', () => {
  const at = async (access: string | Promise<string>) =>
    (await linesOf(searchCheck({ provider: 'searxng', access: await access })))[0];

  test('the search check searches once', async () => {
    expect(await at(sandbox.urls.search)).toBe('ok Search: SearXNG finds pages.');
    expect(await linesOf(searchCheck(null))).toEqual(['ok Search: No search service is set up (set SEARCH_PROVIDER).']);
  });

  test('the search check warns when nothing is found', async () => {
    const origin = serve((_request, response) => response.end('{"results":[]}'));
    expect(await at(origin)).toMatch(/^warning Search: SearXNG answers, but finds nothing\./);
  });

  test('the search check explains why a search fails', async () => {
    expect(await at(failing(403, 'x'))).toMatch(/^error Search: .+ status 403\. List json .+ Check SEARXNG_URL/);
    expect(await at(nowhere())).toMatch(/^error Search: The web search failed: We couldn’t reach SearXNG\. Check/);
  });
});
