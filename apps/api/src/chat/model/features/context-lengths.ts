import { APIError } from 'openai';
import type { Host } from '../host.ts';
import { isTooLong } from '../model-errors.ts';
import type { Probe } from './probe.ts';

/** How many tokens a model's context holds, and who says so. */
export interface ContextLength {
  model: string;
  tokens: number;
  /** `usual`: of the models at this host. `assumed`: the service does not say. */
  source: 'setting' | 'service' | 'usual' | 'assumed';
}

/** What most models of today hold at least. */
const ASSUMED = 32_768;
/** Shorter ones are of no use to a conversation, and likely a misunderstanding. */
const LEAST = 2_048;
/** Characters of an error that are read. */
const MAX_ERROR = 2_000;
const NAMED = /(?:maximum context length|context (?:length|size|window))\D{0,40}(\d{4,8})/i;

interface ContextSources {
  /** Null where the operator has set none. */
  setting: number | null;
  host: Host;
  probe: Pick<Probe, 'contextTokens'>;
}

/** The context length of each model: as set, else as the service says, else as usual. */
export class ContextLengths {
  #sources: ContextSources;
  #learned = new Map<string, number>();

  constructor(sources: ContextSources) {
    this.#sources = sources;
  }

  async of(model: string): Promise<ContextLength> {
    const { setting, host, probe } = this.#sources;
    if (setting !== null) return { model, tokens: setting, source: 'setting' };
    const learned = this.#learned.get(model);
    if (learned !== undefined) return { model, tokens: learned, source: 'service' };
    if (host.contextTokens !== null) return { model, tokens: host.contextTokens, source: 'usual' };
    const said = await probe.contextTokens(model);
    return said === null
      ? { model, tokens: ASSUMED, source: 'assumed' }
      : { model, tokens: Math.max(said, LEAST), source: 'service' };
  }

  /** Learns from a refusal that names a smaller context than was known; true when it did, so that asking again makes sense. */
  async learn(model: string, error: unknown): Promise<boolean> {
    if (this.#sources.setting !== null || !(error instanceof APIError) || !isTooLong(error)) return false;
    const named = Number(
      (error.error as { n_ctx?: unknown } | null)?.n_ctx ?? NAMED.exec(error.message.slice(0, MAX_ERROR))?.[1],
    );
    if (!(named >= LEAST) || named >= (await this.of(model)).tokens) return false;
    this.#learned.set(model, named);
    return true;
  }
}
