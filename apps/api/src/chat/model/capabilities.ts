import type { Capability } from '@parley/core';
import type { Host } from './hosts.ts';
import { toModelError } from './model-errors.ts';
import { showOnOllama } from './ollama.ts';
import type { ModelClient } from './open-client.ts';

const GOOD_FOR_MS = 5 * 60_000;
const BAD_FOR_MS = 30_000;
const NAMED_MODELS = 8;

export function checkAddress(setting: string): string {
  return `Check ${setting}; it usually ends in /v1.`;
}

export interface Probed {
  client: ModelClient;
  host: Host;
  /** The setting that holds the address, for the sentence that says what to correct. */
  addressSetting: string;
  /** All that requests are sent to and that the server has to list; none: it is asked for nothing but an answer. */
  models: string[];
  thinkingModel: string | null;
  /** Milliseconds. */
  timeout: number;
}

export interface ProbeResult {
  answers: Capability;
  /** What the server says of the thinking model; null when it says nothing. */
  reasons: boolean | null;
  /** Whether all models look at pictures, by what the server says of them; null when it says nothing. */
  sees: boolean | null;
}

interface ModelList {
  /** `architecture`: of llama.cpp and OpenRouter. */
  data?: { id: string; architecture?: { input_modalities?: unknown } | null }[];
}

/** Asks a server what it has, at most once in 30 s when something is wrong and in 5 minutes when not. Never throws. */
export class Probe {
  #probed: Probed;
  #latest: { result: Promise<ProbeResult>; until: number } | null = null;

  constructor(probed: Probed) {
    this.#probed = probed;
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

  async #ask(): Promise<ProbeResult> {
    const { client, host, models, thinkingModel, timeout } = this.#probed;
    const asksOllama = !host.isOpenAi && models.length > 0;
    const shown = asksOllama ? await showOnOllama(client, models, timeout) : null;
    const { answers, sees } = await this.#askForModels(host.isOllama || shown !== null);
    const reasons = shown?.get(thinkingModel ?? '')?.includes('thinking') ?? null;
    return { answers, reasons, sees: shown ? [...shown.values()].every((can) => can.includes('vision')) : sees };
  }

  async #askForModels(isOllama: boolean): Promise<Pick<ProbeResult, 'answers' | 'sees'>> {
    const { client, host, addressSetting, models, timeout } = this.#probed;
    try {
      const options = { timeout, maxRetries: 0, signal: AbortSignal.timeout(timeout) };
      const list = await client.sdk.get<ModelList | string>('/models', options);
      const listed = typeof list === 'string' ? null : list?.data;
      if (!listed) {
        const reason = `${host.name} does not answer like an AI service. ${checkAddress(addressSetting)}`;
        return { answers: { ok: false, reason }, sees: null };
      }
      const names = listed.map(({ id }) => id);
      const missing = models.find((model) => !isListed(model, names));
      const sees = seeing(models, listed);
      if (!missing || !host.listsModels) return { answers: { ok: true }, sees };
      return { answers: { ok: false, reason: missingModel(missing, host, names, isOllama) }, sees };
    } catch (error) {
      const { code, message } = toModelError(error, host.name);
      return { answers: code === 'model-not-found' ? { ok: true } : { ok: false, reason: message }, sees: null };
    }
  }
}

function seeing(models: string[], listed: NonNullable<ModelList['data']>): boolean | null {
  const said = models.map((model) => listed.find(({ id }) => id === model)?.architecture?.input_modalities);
  const known = said.filter((modalities) => Array.isArray(modalities));
  return known.length === 0 ? null : known.every((modalities) => modalities.includes('image'));
}

function isListed(model: string, names: string[]): boolean {
  // OpenRouter's variants (`name:online`) and Ollama's default tag (`name:latest`) are not, or only so, in the list.
  const plain = model.replace(/:[^:/]*$/, '');
  return names.some((name) => name === model || name === `${model}:latest` || (name === plain && name.includes('/')));
}

function missingModel(model: string, host: Host, names: string[], isOllama: boolean): string {
  const more = names.length > NAMED_MODELS ? ` and ${names.length - NAMED_MODELS} more` : '';
  const has = names.length ? `It has: ${names.slice(0, NAMED_MODELS).join(', ')}${more}.` : 'It has no models yet.';
  const fix = isOllama ? `Run: ollama pull ${model}` : 'Set OPENAI_MODEL to one of them.';
  return `${model} is not on ${host.name}. ${has} ${fix}`;
}
