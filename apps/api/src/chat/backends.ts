import { hostOf } from './model/host.ts';
import type { ContextLength } from './model/features/context-lengths.ts';
import type { ModelLog } from './model/features/probe.ts';
import type { ModelLimits } from './model/model-limits.ts';
import { openImageModel, type ImageModelSettings } from './model/open-image-model.ts';
import { openModel, type ModelSettings } from './model/open-model.ts';
import type { Backends } from './modes/run-mode.ts';
import { openWebSearch, type WebSearchSettings } from './search/open-web-search.ts';

export interface BackendSettings {
  /** Null: the sandbox's demo assistant. */
  model: ModelSettings | null;
  /** Null: the sandbox's where the model is the sandbox's too, else none. */
  imageModel: ImageModelSettings | null;
  /** Null: the sandbox's where the sandbox runs, else none. */
  search: WebSearchSettings | null;
}

/** Where the stand-ins are, as `startSandbox` tells it. */
export interface SandboxAddresses {
  openai: string;
  search: string;
}

/**
 * What modes answer with: what the settings name, and stand-ins for the rest. `sandbox` is null where it does not run;
 * then the settings have to name a model.
 */
export function openBackends(
  settings: BackendSettings & { api: ModelSettings['api']; limits?: Partial<ModelLimits> },
  sandbox: SandboxAddresses | null,
  log?: ModelLog,
): Backends {
  const common = { limits: settings.limits ?? {}, ...(log && { log }) };
  const demo = settings.model === null && sandbox !== null ? demoSettings(sandbox, settings.api) : null;
  const model = settings.model ?? demo?.model;
  if (!model) throw new TypeError('There is neither a model nor a sandbox that stands in for one.');
  const imageModel = settings.imageModel ?? demo?.imageModel ?? null;
  const search: WebSearchSettings | null =
    settings.search ?? (sandbox ? { provider: 'searxng', url: sandbox.search } : null);
  return {
    model: openModel({ ...model, ...common }),
    imageModel: openImageModel(imageModel && { ...imageModel, ...common }),
    webSearch: openWebSearch(search),
  };
}

/** The sandbox speaks OpenAI's own API, so its demo assistant is reached in the way a real key would be. */
function demoSettings({ openai }: SandboxAddresses, api: ModelSettings['api']) {
  const address = { apiKey: 'sandbox', baseUrl: openai };
  const model: ModelSettings = {
    ...address,
    api: api === 'auto' ? 'responses' : api,
    model: 'demo',
    thinkingModel: null,
    titleModel: null,
    contextTokens: 128_000,
  };
  const imageModel: ImageModelSettings = { ...address, model: 'demo-image', quality: 'medium' };
  return { model, imageModel };
}

/** What there is a back end for, by the settings: a model may still turn out not to do it. */
export function offersOf({ model, imageModel, search }: BackendSettings) {
  return {
    searchesWeb: model === null || search !== null || protocolOf(model) === 'responses',
    drawsPictures: model === null || imageModel !== null,
  };
}

function protocolOf({ api, baseUrl }: ModelSettings): 'responses' | 'chat' {
  return api === 'auto' ? hostOf(baseUrl).protocol : api;
}

const SEARCH_NAMES = { searxng: 'SearXNG', brave: 'Brave Search', tavily: 'Tavily' };

/** One line for each outside part: what it is, and how to have another where that is a stand-in or nothing. */
export function describeBackends({ model, imageModel, search }: BackendSettings): string[] {
  return [
    `Model: ${
      model
        ? `${model.model} at ${hostOf(model.baseUrl).name}`
        : 'sandbox demo assistant (set OPENAI_API_KEY or OPENAI_BASE_URL for a real one)'
    }`,
    `Pictures: ${
      imageModel
        ? `${imageModel.model} at ${hostOf(imageModel.baseUrl).name}`
        : model
          ? 'none (set OPENAI_IMAGE_MODEL)'
          : 'sandbox patterns (set OPENAI_IMAGE_MODEL for real ones)'
    }`,
    `Search: ${describeSearch(model, search)}`,
  ];
}

const CONTEXT_SOURCES: Record<ContextLength['source'], string> = {
  setting: 'CONTEXT_TOKENS',
  service: 'as the service says; CONTEXT_TOKENS sets another',
  usual: 'usual for this service; CONTEXT_TOKENS sets another',
  assumed: 'assumed, because the service does not say; set CONTEXT_TOKENS to what the model holds',
};

/** One line for each model: how much it is given to read, and why so much. */
export function describeContexts(contexts: readonly ContextLength[]): string[] {
  return contexts.map(
    ({ model, tokens, source }) => `Context: ${tokens} tokens for ${model} (${CONTEXT_SOURCES[source]})`,
  );
}

function describeSearch(model: ModelSettings | null, search: WebSearchSettings | null): string {
  const service = search && SEARCH_NAMES[search.provider];
  if (model && protocolOf(model) === 'responses')
    return service ? `the model’s own, else ${service}` : 'the model’s own';
  if (service) return service;
  return model
    ? 'none (set SEARCH_PROVIDER)'
    : 'sandbox search of the product’s own pages (set SEARCH_PROVIDER for a real one)';
}
