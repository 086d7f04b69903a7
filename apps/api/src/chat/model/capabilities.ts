import type OpenAI from 'openai';
import type { Host } from './hosts.ts';
import { toModelError } from './model-errors.ts';
import type { ModelCapabilities } from './model.ts';

const GOOD_FOR_MS = 5 * 60_000;
const BAD_FOR_MS = 30_000;
const NAMED_MODELS = 8;

export const CHECK_ADDRESS = 'Check OPENAI_BASE_URL; it usually ends in /v1.';

export interface Probed {
  client: OpenAI;
  host: Host;
  /** All that requests are sent to. */
  models: string[];
  thinkingModel: string;
  /** Milliseconds. */
  timeout: number;
}

interface ProbeResult {
  answers: ModelCapabilities['answers'];
  /** What the server says of the thinking model; null when it says nothing. */
  reasons: boolean | null;
}

interface ModelList {
  data?: { id: string }[];
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
    const shown = this.#probed.host.isOpenAi ? null : await this.#showOnOllama();
    return { answers: await this.#askForModels(shown !== null), reasons: shown?.reasons ?? null };
  }

  async #askForModels(isOllama: boolean): Promise<ModelCapabilities['answers']> {
    const { client, host, models, timeout } = this.#probed;
    try {
      const options = { timeout, maxRetries: 0, signal: AbortSignal.timeout(timeout) };
      const list = await client.get<ModelList | string>('/models', options);
      const names = typeof list === 'string' ? null : list?.data?.map(({ id }) => id);
      if (!names) return { ok: false, reason: `${host.name} does not answer like an AI service. ${CHECK_ADDRESS}` };
      const missing = models.find((model) => !isListed(model, names));
      if (!missing || !host.listsModels) return { ok: true };
      return { ok: false, reason: missingModel(missing, host, names, isOllama) };
    } catch (error) {
      const { code, message } = toModelError(error, host.name);
      if (code === 'model-not-found') return { ok: true };
      return { ok: false, reason: message };
    }
  }

  /** Ollama alone says what a model can do; null when this is no Ollama. */
  async #showOnOllama(): Promise<{ reasons: boolean | null } | null> {
    const { client, host, thinkingModel, timeout } = this.#probed;
    try {
      const response = await fetch(new URL('/api/show', client.baseURL), {
        method: 'POST',
        body: JSON.stringify({ model: thinkingModel }),
        signal: AbortSignal.timeout(timeout),
      });
      const { capabilities } = (await response.json()) as { capabilities?: string[] };
      if (Array.isArray(capabilities)) return { reasons: capabilities.includes('thinking') };
    } catch {
      // Not an Ollama, or not there: the list of models says which.
    }
    return host.isOllama ? { reasons: null } : null;
  }
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
