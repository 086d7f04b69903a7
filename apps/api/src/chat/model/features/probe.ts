import type { Capability } from '@parley/core';
import type { Host } from '../host.ts';
import { toModelError, traceOf } from '../model-errors.ts';
import type { ModelClient } from '../open-client.ts';
import { showOnOllama } from './ollama.ts';

const GOOD_FOR_MS = 5 * 60_000;
const BAD_FOR_MS = 30_000;
/** Models listed in a problem message, and characters of each. */
const NAMED_MODELS = 8;
const MAX_NAME = 100;

/** Log lines for the operator. */
export interface ModelLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface ProbeSettings {
  client: ModelClient;
  host: Host;
  /** Name of the setting with the address, for the message that says what to correct. */
  addressSetting: string;
  /** Models that the service must list; when empty, it only has to answer. */
  models: string[];
  thinkingModel: string | null;
  /** In milliseconds. */
  timeout: number;
  /** Receives each new problem, and its resolution. */
  log: ModelLog | undefined;
}

export interface ProbeResult {
  /** Worded for users; the log names hosts, models and settings. */
  answers: Capability;
  /** Whether the thinking model reasons, as reported by the service; null when it does not report it. */
  reasons: boolean | null;
  /** Whether all models can read pictures, as reported by the service; null when it does not report it. */
  sees: boolean | null;
  /** Context length of each model in tokens; models without a reported length are left out. */
  contexts: ReadonlyMap<string, number>;
}

/**
 * One entry of `GET /models`. Fields that OpenAI lacks come from vLLM, llama.cpp, LM Studio, Groq, Mistral and
 * OpenRouter.
 */
interface ListedModel {
  id: string;
  architecture?: { input_modalities?: unknown; output_modalities?: unknown } | null;
  loaded_context_length?: unknown;
  max_model_len?: unknown;
  top_provider?: { context_length?: unknown } | null;
  context_length?: unknown;
  context_window?: unknown;
  context_size?: unknown;
  max_context_length?: unknown;
  max_input_tokens?: unknown;
  metadata?: { context_length?: unknown } | null;
  meta?: { n_ctx?: unknown; n_ctx_train?: unknown } | null;
}

type Found = Pick<ProbeResult, 'sees' | 'contexts'> & { drawing: ReadonlySet<string>; problem: string | null };

const UNAVAILABLE = 'The AI service isn’t available right now.';

function checkAddress(setting: string): string {
  return `Check ${setting}; it usually ends in /v1.`;
}

/**
 * Probes what a service offers. Results are cached for 30 s while there is a problem, else for 5 minutes. Never throws.
 */
export class Probe {
  #settings: ProbeSettings;
  #latest: { result: Promise<ProbeResult>; until: number } | null = null;
  #contexts: ReadonlyMap<string, number> | null = null;
  #drawing: ReadonlySet<string> = new Set();
  #problem: string | null = null;
  /** The context lengths of the models that Ollama has loaded before. */
  readonly #loaded = new Map<string, number>();

  constructor(settings: ProbeSettings) {
    this.#settings = settings;
  }

  result(): Promise<ProbeResult> {
    if (this.#latest && Date.now() < this.#latest.until) return this.#latest.result;
    const latest = { result: this.#ask(), until: Date.now() + BAD_FOR_MS };
    this.#latest = latest;
    void latest.result.then(({ answers }) => {
      if (answers.ok) latest.until = Date.now() + GOOD_FOR_MS;
    });
    return latest.result;
  }

  /**
   * Context length of a model in tokens; null when the service does not report it. Waits for the service only the first
   * time.
   */
  async contextTokens(model: string): Promise<number | null> {
    const result = this.result();
    const contexts = this.#contexts ?? (await result).contexts;
    return contexts.get(model) ?? null;
  }

  /** Whether the service has reported that a model draws pictures in its replies. Does not wait for it. */
  draws(model: string): boolean {
    return this.#drawing.has(model);
  }

  async #ask(): Promise<ProbeResult> {
    const { client, host, models, thinkingModel, timeout } = this.#settings;
    const asksOllama = !host.isOpenAi && models.length > 0;
    const shown = asksOllama ? await showOnOllama(client, models, timeout, this.#loaded) : null;
    const { problem, sees, contexts, drawing } = await this.#askForModels(host.isOllama || shown !== null);
    this.#report(problem);
    if (problem === null) this.#drawing = drawing;
    const all = new Map(contexts);
    for (const [model, { contextTokens }] of shown ?? []) if (contextTokens !== null) all.set(model, contextTokens);
    if (problem === null || all.size > 0) this.#contexts = all;
    const shownModels = [...(shown?.values() ?? [])].map(({ capabilities }) => capabilities);
    return {
      answers: problem === null ? { ok: true } : { ok: false, reason: UNAVAILABLE },
      reasons: shown?.get(thinkingModel ?? '')?.capabilities.includes('thinking') ?? null,
      sees: shown ? shownModels.every((can) => can.includes('vision')) : sees,
      contexts: all,
    };
  }

  async #askForModels(isOllama: boolean): Promise<Found> {
    const { client, host, addressSetting, models, timeout } = this.#settings;
    const nothing = { sees: null, contexts: new Map<string, number>(), drawing: new Set<string>() };
    try {
      const options = { timeout, maxRetries: 0, signal: AbortSignal.timeout(timeout) };
      const list = await client.sdk.get<{ data?: unknown } | string>('/models', options);
      const data = typeof list === 'string' ? null : list?.data;
      if (!Array.isArray(data)) {
        return {
          ...nothing,
          problem: `${host.name} doesn’t respond like an AI service. ${checkAddress(addressSetting)}`,
        };
      }
      const listed = (data as (ListedModel | null)[]).filter((entry) => typeof entry?.id === 'string') as ListedModel[];
      const names = listed.map(({ id }) => id);
      const missing = models.find((model) => !isListed(model, names));
      const isMissing = missing !== undefined && host.listsModels;
      return {
        problem: isMissing ? missingModel(missing, host, names, isOllama) : null,
        sees: seeing(models, listed),
        contexts: contextsIn(models, listed),
        drawing: new Set(models.filter((model) => drawsBesideText(model, listed))),
      };
    } catch (error) {
      const known = toModelError(error);
      if (known.code === 'model-not-found') return { ...nothing, problem: null };
      return { ...nothing, problem: `${host.name}: ${known.message} ${JSON.stringify(traceOf(known))}` };
    }
  }

  #report(problem: string | null): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    const { log, host, addressSetting } = this.#settings;
    const fields = { service: host.name, setting: addressSetting };
    if (problem === null) log?.info(fields, 'AI service available again');
    else log?.warn({ ...fields, problem }, 'AI service not available');
  }
}

function seeing(models: string[], listed: ListedModel[]): boolean | null {
  const said = models.map((model) => listed.find(({ id }) => id === model)?.architecture?.input_modalities);
  const known = said.filter((modalities) => Array.isArray(modalities));
  return known.length === 0 ? null : known.every((modalities) => modalities.includes('image'));
}

function drawsBesideText(model: string, listed: ListedModel[]): boolean {
  const made = listed.find(({ id }) => isListed(model, [id]))?.architecture?.output_modalities;
  return Array.isArray(made) && made.includes('image') && made.includes('text');
}

function contextsIn(models: string[], listed: ListedModel[]): Map<string, number> {
  const contexts = new Map<string, number>();
  for (const model of models) {
    const entry = listed.find(({ id }) => isListed(model, [id]));
    const said = [
      entry?.loaded_context_length,
      entry?.max_model_len,
      entry?.top_provider?.context_length,
      entry?.context_length,
      entry?.context_window,
      entry?.context_size,
      entry?.metadata?.context_length,
      entry?.max_context_length,
      entry?.max_input_tokens,
      entry?.meta?.n_ctx,
      entry?.meta?.n_ctx_train,
    ].find((value) => typeof value === 'number' && Number.isSafeInteger(value) && value > 0);
    if (typeof said === 'number') contexts.set(model, said);
  }
  return contexts;
}

/** Whether a list of models has this one. */
export function isListed(model: string, names: string[]): boolean {
  // The list lacks OpenRouter's variants (`name:online`) and may omit Ollama's default tag (`name:latest`).
  const plain = model.replace(/:[^:/]*$/, '');
  return names.some((name) => name === model || name === `${model}:latest` || (name === plain && name.includes('/')));
}

function missingModel(model: string, host: Host, names: string[], isOllama: boolean): string {
  const more = names.length > NAMED_MODELS ? ` and ${names.length - NAMED_MODELS} more` : '';
  const named = names.slice(0, NAMED_MODELS).map((name) => name.slice(0, MAX_NAME));
  const has = named.length > 0 ? `It has: ${named.join(', ')}${more}.` : 'It has no models yet.';
  const fix = isOllama ? `Run: ollama pull ${model}` : 'Set OPENAI_MODEL to one of them.';
  return `${model} is not on ${host.name}. ${has} ${fix}`;
}
