import { hostOf } from './model/host.ts';
import type { ContextLength } from './model/features/context-lengths.ts';
import type { ModelLog } from './model/features/probe.ts';
import type { ModelLimits } from './model/model-limits.ts';
import { openImageModel, type ImageModelSettings } from './model/images/open-image-model.ts';
import { openModel, type ModelSettings } from './model/open-model.ts';
import { openSpeaker, type SpeakerSettings } from './model/speech/open-speaker.ts';
import { openTranscriber, type TranscriberSettings } from './model/speech/open-transcriber.ts';
import type { ListedModel } from './models/listed-model.ts';
import { ModelList } from './models/model-list.ts';
import type { Backends } from './modes/mode.ts';
import { openPageReader } from './pages/page-reader.ts';
import { openWebSearch, type WebSearchSettings } from './search/open-web-search.ts';
import type { ModelPrice } from '../spending/prices.ts';
import { SEARCH_SERVICES } from './search/search-services.ts';

/** A model of the operator's list. */
export interface ListedModelSettings extends Omit<ListedModel, 'model'> {
  settings: ModelSettings;
  /** The variable with the provider's key; null for none. */
  key: string | null;
  price: ModelPrice | null;
}

export interface BackendSettings {
  /** Null for the sandbox's demo assistant. */
  model: ModelSettings | null;
  /** The models that people choose among; the first one is `model`. Empty for `model` alone. */
  models?: ListedModelSettings[];
  /** Null for the sandbox's if the model is the sandbox's too, else none. */
  imageModel: ImageModelSettings | null;
  /** Null for the sandbox's if the model is the sandbox's too, else none. */
  transcriber: TranscriberSettings | null;
  /** Null for none, even beside the sandbox, whose tones say less than the voices of a device. */
  speaker: SpeakerSettings | null;
  /** Null for the sandbox's if the sandbox is running, else none. */
  search: WebSearchSettings | null;
}

/** Settings of the sandbox's demo assistant. */
export type DemoSettings = Pick<ModelSettings, 'api'> & Partial<Pick<ModelSettings, 'contextTokens'>>;

/** Addresses of the stand-in services, as returned by `startSandbox`. */
export interface SandboxAddresses {
  openai: string;
  search: string;
  /** Absent without pages of its own. */
  pages?: string;
}

/**
 * Opens the services that modes answer with: configured ones, and the sandbox's for the rest. `sandbox` is null when it
 * is not running; then the settings must name a model.
 */
export function openBackends(
  settings: BackendSettings & DemoSettings & { limits?: Partial<ModelLimits> },
  sandbox: SandboxAddresses | null,
  log?: ModelLog,
): Backends {
  const common = { limits: settings.limits ?? {}, ...(log && { log }) };
  const demo = settings.model === null && sandbox !== null ? demoSettings(sandbox, settings) : null;
  const model = settings.model ?? demo?.model;
  if (!model) throw new TypeError('No model is set, and there’s no sandbox.');
  const imageModel = settings.imageModel ?? demo?.imageModel ?? null;
  const transcriber = settings.transcriber ?? demo?.transcriber ?? null;
  const { speaker, models = [] } = settings;
  const search: WebSearchSettings | null =
    settings.search ?? (sandbox ? { provider: 'searxng', access: sandbox.search } : null);
  return {
    model: openModel({ ...model, ...common }),
    models: new ModelList(
      models.map(({ settings: own, key: _key, price: _price, ...entry }) => ({
        ...entry,
        model: openModel({ ...own, ...common }),
      })),
    ),
    imageModel: openImageModel(imageModel && { ...imageModel, ...common }),
    transcriber: transcriber && openTranscriber({ ...transcriber, ...common }),
    speaker: speaker && openSpeaker({ ...speaker, ...common }),
    webSearch: openWebSearch(search),
    pages: openPageReader({ sandbox: sandbox?.pages ?? null, ...(log && { log }) }),
    modelNames: {
      normal: model.meteredAs ?? model.model,
      web_search: model.meteredAs ?? model.model,
      thinking: model.meteredAs ?? model.thinkingModel ?? model.model,
      image: imageModel?.model ?? null,
    },
  };
}

/** The sandbox implements OpenAI's own API, so the demo assistant is reached as with a real key. */
function demoSettings({ openai }: SandboxAddresses, { api, contextTokens }: DemoSettings) {
  const address = { apiKey: 'sandbox', baseUrl: openai };
  const model: ModelSettings = {
    ...address,
    api: api === 'chat' ? api : 'responses',
    model: 'demo',
    thinkingModel: null,
    titleModel: null,
    contextTokens: contextTokens ?? 128_000,
  };
  const imageModel: ImageModelSettings = { ...address, model: 'demo-image', quality: 'medium' };
  const transcriber: TranscriberSettings = { ...address, model: 'demo-transcribe' };
  return { model, imageModel, transcriber };
}

/** Features with a configured backend; a model may still turn out to lack one. */
export function offersOf({ model, imageModel, transcriber, speaker, search }: BackendSettings) {
  return {
    searchesWeb: model === null || search !== null || protocolOf(model) === 'responses',
    drawsPictures: model === null || imageModel !== null,
    takesDictation: model === null || transcriber !== null,
    readsAloud: speaker !== null,
  };
}

function protocolOf({ api, baseUrl }: ModelSettings): 'responses' | 'chat' {
  return api === 'auto' ? hostOf(baseUrl).protocol : api;
}

/**
 * One startup log line per external service: what it is and, for a stand-in or a missing one, how to set up another.
 */
export function describeBackends(settings: BackendSettings): string[] {
  const { model, models = [], imageModel, transcriber, speaker, search } = settings;
  return [
    `Model: ${
      model
        ? `${model.model} at ${hostOf(model.baseUrl).name}`
        : 'sandbox demo assistant (set OPENAI_API_KEY or OPENAI_BASE_URL for a real one)'
    }`,
    ...models.slice(1).map(({ settings: { model: name, baseUrl } }) => `Model: ${name} at ${hostOf(baseUrl).name}`),
    `Images: ${
      imageModel
        ? `${imageModel.model} at ${hostOf(imageModel.baseUrl).name}`
        : model
          ? 'none (set OPENAI_IMAGE_MODEL)'
          : 'sandbox patterns (set OPENAI_IMAGE_MODEL for real images)'
    }`,
    `Dictation: ${
      transcriber
        ? `${transcriber.model} at ${hostOf(transcriber.baseUrl).name}`
        : model
          ? 'none (set OPENAI_TRANSCRIBE_MODEL)'
          : 'sandbox, which understands its own tones only (set OPENAI_TRANSCRIBE_MODEL for speech)'
    }`,
    `Read aloud: ${
      speaker
        ? `${speaker.model} at ${hostOf(speaker.baseUrl).name}`
        : 'voices of the reader’s device (set OPENAI_SPEECH_MODEL for a speech model)'
    }`,
    `Search: ${describeSearch(model, search)}`,
  ];
}

const CONTEXT_SOURCES: Record<ContextLength['source'], string> = {
  setting: 'CONTEXT_TOKENS',
  service: 'reported by the service; change it with CONTEXT_TOKENS',
  usual: 'usual for this service; change it with CONTEXT_TOKENS',
  assumed: 'assumed, because the service doesn’t report it; set CONTEXT_TOKENS to the model’s limit',
};

/** One startup log line per model: its context length and where that is known from. */
export function describeContexts(contexts: readonly ContextLength[]): string[] {
  return contexts.map(
    ({ model, tokens, source }) => `Context: ${tokens} tokens for ${model} (${CONTEXT_SOURCES[source]})`,
  );
}

function describeSearch(model: ModelSettings | null, search: WebSearchSettings | null): string {
  const service = search && SEARCH_SERVICES[search.provider].name;
  if (model && protocolOf(model) === 'responses')
    return service ? `the model’s own, otherwise ${service}` : 'the model’s own';
  if (service) return service;
  return model
    ? 'none (set SEARCH_PROVIDER)'
    : 'sandbox search of this product’s pages (set SEARCH_PROVIDER for a real one)';
}
