import type { BackendSettings } from './chat/backends.ts';
import { hostOf } from './chat/model/host.ts';
import type { ImageModelSettings } from './chat/model/open-image-model.ts';
import type { ModelSettings } from './chat/model/open-model.ts';
import type { WebSearchSettings } from './chat/search/open-web-search.ts';
import { SEARCH_PROVIDERS, SEARCH_SERVICES } from './chat/search/search-services.ts';
import type { Settings } from './settings.ts';

/** Selects the backends for replies, images and search. Adds each problem, with its fix, to `problems`. */
export function readBackends(set: Settings, problems: string[]): BackendSettings {
  return {
    model: readModel(set, problems),
    imageModel: readImageModel(set, problems),
    search: readSearch(set, problems),
  };
}

/** Whether a model names conversations; otherwise their first words do. */
export function readNaming(set: Settings): boolean {
  return set.OPENAI_MODEL_TITLE !== NO_MODEL;
}

const NO_MODEL = 'none';

function readModel(set: Settings, problems: string[]): ModelSettings | null {
  const isSet = set.OPENAI_API_KEY !== undefined || set.OPENAI_BASE_URL !== undefined;
  if (isSet && set.OPENAI_MODEL === undefined) {
    problems.push('OPENAI_MODEL: is missing; set it to a model that your service lists under GET /v1/models');
  }
  if (!isSet) {
    for (const name of ['OPENAI_MODEL', 'OPENAI_MODEL_THINKING', 'OPENAI_MODEL_TITLE'] as const) {
      if (set[name] === undefined || set[name] === NO_MODEL) continue;
      problems.push(`${name}: is set, but without OPENAI_API_KEY or OPENAI_BASE_URL there’s no service to run it`);
    }
    return null;
  }
  return {
    apiKey: set.OPENAI_API_KEY ?? null,
    baseUrl: set.OPENAI_BASE_URL ?? null,
    api: set.OPENAI_API,
    model: set.OPENAI_MODEL ?? '',
    thinkingModel: set.OPENAI_MODEL_THINKING ?? null,
    titleModel: readNaming(set) ? (set.OPENAI_MODEL_TITLE ?? null) : null,
    contextTokens: set.CONTEXT_TOKENS ?? null,
  };
}

function readImageModel(set: Settings, problems: string[]): ImageModelSettings | null {
  const baseUrl = set.OPENAI_IMAGE_BASE_URL ?? set.OPENAI_BASE_URL ?? null;
  if (set.OPENAI_IMAGE_MODEL === undefined) {
    for (const name of ['OPENAI_IMAGE_BASE_URL', 'OPENAI_IMAGE_API_KEY'] as const) {
      if (set[name] === undefined) continue;
      problems.push(`OPENAI_IMAGE_MODEL: is missing, but ${name} is set; set it to the model that generates images`);
      break;
    }
    return null;
  }
  // A key must never reach a host that it was not issued for.
  const isSameHost = hostOf(baseUrl).name === hostOf(set.OPENAI_BASE_URL ?? null).name;
  const apiKey = set.OPENAI_IMAGE_API_KEY ?? (isSameHost ? set.OPENAI_API_KEY : undefined) ?? null;
  if (apiKey === null && hostOf(baseUrl).isOpenAi) {
    problems.push(
      'OPENAI_IMAGE_API_KEY: is missing; set it to the image service’s key, or set OPENAI_IMAGE_BASE_URL to a service that needs no key',
    );
  }
  return { apiKey, baseUrl, model: set.OPENAI_IMAGE_MODEL, quality: set.OPENAI_IMAGE_QUALITY };
}

function readSearch(set: Settings, problems: string[]): WebSearchSettings | null {
  const given = Object.entries(SEARCH_SERVICES).filter(([, { setting }]) => set[setting] !== undefined);
  if (set.SEARCH_PROVIDER === undefined && given.length > 1) {
    const settings = given.map(([, { setting }]) => setting).join(' and ');
    const names = given.map(([name]) => name).join(' or ');
    problems.push(`SEARCH_PROVIDER: is missing, but ${settings} are set; set it to ${names}`);
  }
  const provider =
    set.SEARCH_PROVIDER ?? SEARCH_PROVIDERS.find((each) => set[SEARCH_SERVICES[each].setting] !== undefined);
  if (!provider) return null;
  const { setting } = SEARCH_SERVICES[provider];
  const access = set[setting];
  if (access === undefined) {
    problems.push(`${setting}: is missing; SEARCH_PROVIDER=${provider} needs it`);
    return null;
  }
  return { provider, access };
}
