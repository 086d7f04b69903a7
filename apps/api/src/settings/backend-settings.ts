import type { BackendSettings, ListedModelSettings } from '../chat/backends.ts';
import { hostOf } from '../chat/model/host.ts';
import type { ImageModelSettings } from '../chat/model/images/open-image-model.ts';
import type { ModelSettings } from '../chat/model/open-model.ts';
import type { ModerationSettings } from '../chat/moderation/moderation.ts';
import type { SpeakerSettings } from '../chat/model/speech/open-speaker.ts';
import type { WebSearchSettings } from '../chat/search/open-web-search.ts';
import { SEARCH_PROVIDERS, SEARCH_SERVICES } from '../chat/search/search-services.ts';
import type { Settings } from './settings.ts';

/**
 * Selects the backends for replies, images, dictation, speech, search and moderation. Adds each problem, with its fix,
 * to `problems`.
 */
export function readBackends(
  set: Settings,
  models: ListedModelSettings[],
  problems: string[],
): BackendSettings & { moderation: ModerationSettings | null; serviceNames: Record<ServicePrefix, ServiceNames> } {
  const model = set.MODELS === undefined ? readModel(set, problems) : firstOf(models, set, problems);
  return {
    model,
    models,
    imageModel: readImageModel(set, problems),
    transcriber: readService(set, 'OPENAI_TRANSCRIBE', TRANSCRIPTION, problems),
    speaker: readSpeaker(set, problems),
    search: readSearch(set, problems),
    moderation: readModeration(set, model !== null, problems),
    serviceNames: {
      OPENAI_IMAGE: namesOf(set, 'OPENAI_IMAGE'),
      OPENAI_TRANSCRIBE: namesOf(set, 'OPENAI_TRANSCRIBE'),
      OPENAI_SPEECH: namesOf(set, 'OPENAI_SPEECH'),
      OPENAI_MODERATION: namesOf(set, 'OPENAI_MODERATION'),
    },
  };
}

/** Whether a model names conversations; otherwise their first words do. */
export function readNaming(set: Settings): boolean {
  return set.OPENAI_MODEL_TITLE !== NO_MODEL;
}

const NO_MODEL = 'none';
const USUAL_MODERATION_MODEL = 'omni-moderation-latest';

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

/** The settings of the first listed model, which the settings of a single model must not contradict. */
function firstOf(models: ListedModelSettings[], set: Settings, problems: string[]): ModelSettings | null {
  for (const name of ['OPENAI_MODEL', 'OPENAI_MODEL_THINKING', 'CONTEXT_TOKENS'] as const) {
    if (set[name] !== undefined)
      problems.push(`${name}: is set beside MODELS; remove it, or list its model in the file`);
  }
  const title = readNaming(set) ? set.OPENAI_MODEL_TITLE : undefined;
  const writer = title === undefined ? models[0] : models.find(({ id }) => id === title);
  if (models.length > 0 && !writer)
    problems.push('OPENAI_MODEL_TITLE: must be the id of a model in the file of MODELS');
  return writer?.settings ?? null;
}

function readImageModel(set: Settings, problems: string[]): ImageModelSettings | null {
  const service = readService(set, 'OPENAI_IMAGE', IMAGES, problems);
  return service && { ...service, quality: set.OPENAI_IMAGE_QUALITY };
}

function readSpeaker(set: Settings, problems: string[]): SpeakerSettings | null {
  const service = readService(set, 'OPENAI_SPEECH', SPEECH, problems);
  return service && { ...service, voice: set.OPENAI_SPEECH_VOICE, format: set.OPENAI_SPEECH_FORMAT };
}

/** How the settings of a service beside the chat model begin. */
export type ServicePrefix = 'OPENAI_IMAGE' | 'OPENAI_TRANSCRIBE' | 'OPENAI_SPEECH' | 'OPENAI_MODERATION';

/** The settings that a service's model, key and address are read from. */
export interface ServiceNames {
  model: string;
  key: string;
  address: string;
}

/** How messages name a service and what its model does. */
interface ServiceWords {
  service: string;
  does: string;
}

const IMAGES: ServiceWords = { service: 'the image service', does: 'generates images' };
const TRANSCRIPTION: ServiceWords = { service: 'the transcription service', does: 'transcribes speech' };
const SPEECH: ServiceWords = { service: 'the speech service', does: 'speaks' };
const MODERATION: ServiceWords = { service: 'the moderation service', does: 'checks messages' };

/** Reads the settings of a service beside the chat model, which is the chat model's own service by default. */
function readService(
  set: Settings,
  name: ServicePrefix,
  { service, does }: ServiceWords,
  problems: string[],
): { apiKey: string | null; baseUrl: string | null; model: string } | null {
  const model = set[`${name}_MODEL`];
  const baseUrl = set[`${name}_BASE_URL`] ?? set.OPENAI_BASE_URL ?? null;
  if (model === undefined) {
    const given = ([`${name}_BASE_URL`, `${name}_API_KEY`] as const).find((each) => set[each] !== undefined);
    if (given) problems.push(`${name}_MODEL: is missing, but ${given} is set; set it to the model that ${does}`);
    return null;
  }
  const apiKey = set[`${name}_API_KEY`] ?? (sharesKey(set, baseUrl) ? set.OPENAI_API_KEY : undefined) ?? null;
  if (apiKey === null && hostOf(baseUrl).isOpenAi) {
    problems.push(
      `${name}_API_KEY: is missing; set it to ${service}’s key, or set ${name}_BASE_URL to a service that needs no key`,
    );
  }
  return { apiKey, baseUrl, model };
}

/** A key must never reach a host that it was not issued for. */
function sharesKey(set: Settings, baseUrl: string | null): boolean {
  return hostOf(baseUrl).name === hostOf(set.OPENAI_BASE_URL ?? null).name;
}

/** Names the settings that a service uses: its own, or the chat model's where its own are not set. */
function namesOf(set: Settings, name: ServicePrefix): ServiceNames {
  const { [`${name}_API_KEY` as const]: ownKey, [`${name}_BASE_URL` as const]: ownUrl } = set;
  const hasModelsKey = ownKey === undefined && set.OPENAI_API_KEY !== undefined;
  const hasModelsUrl = ownUrl === undefined && set.OPENAI_BASE_URL !== undefined;
  return {
    model: `${name}_MODEL`,
    key: hasModelsKey && sharesKey(set, ownUrl ?? set.OPENAI_BASE_URL ?? null) ? 'OPENAI_API_KEY' : `${name}_API_KEY`,
    address: hasModelsUrl ? 'OPENAI_BASE_URL' : `${name}_BASE_URL`,
  };
}

/** Null when nothing is checked. Without a model of its own, the sandbox checks what its demo assistant is asked. */
function readModeration(set: Settings, hasModel: boolean, problems: string[]): ModerationSettings | null {
  const { MODERATION: flagged, MODERATION_DOWN: unchecked } = set;
  if (flagged === 'off') return null;
  if (flagged === 'note' && unchecked === 'refuse') {
    problems.push(
      'MODERATION_DOWN: is refuse, but MODERATION=note refuses nothing; set MODERATION=refuse, or remove it',
    );
  }
  const { OPENAI_MODERATION_MODEL, OPENAI_MODERATION_BASE_URL, OPENAI_MODERATION_API_KEY } = set;
  const isGiven = OPENAI_MODERATION_MODEL ?? OPENAI_MODERATION_BASE_URL ?? OPENAI_MODERATION_API_KEY;
  const named = { ...set, OPENAI_MODERATION_MODEL: OPENAI_MODERATION_MODEL ?? USUAL_MODERATION_MODEL };
  const usesService = hasModel || isGiven !== undefined;
  const service = usesService ? readService(named, 'OPENAI_MODERATION', MODERATION, problems) : null;
  return { flagged, unchecked, service };
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
