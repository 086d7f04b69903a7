import { APIError } from 'openai';
import type { Host } from '../host.ts';
import { isTooLong } from '../model-errors.ts';
import type { Probe } from './probe.ts';

/** A model's context length and where it is known from. */
export interface ContextLength {
  model: string;
  tokens: number;
  /** `usual`: typical for this host. `assumed`: the service does not report it. */
  source: 'setting' | 'service' | 'usual' | 'assumed';
}

/** Default in tokens: most current models hold at least this. */
const ASSUMED = 32_768;
/**
 * Smallest plausible length in tokens; smaller values are useless for a conversation and probably a misunderstanding.
 */
const LEAST = 2_048;
/** Characters of an error message that are inspected. */
const MAX_ERROR = 2_000;
const NAMED =
  /(?:maximum (?:context|prompt|model|allowed input) length|context (?:length|size|window)|tokens (?:>|allowed)|model token limit|input length should be \[1|max_new_tokens. must be|while limit is)\D{0,40}(\d{4,8})|max size: (\d{4,8}) tokens/i;

interface ContextSources {
  /** Set by the operator, or null. */
  setting: number | null;
  host: Host;
  probe: Pick<Probe, 'contextTokens'>;
}

/** The context length of each model: from the setting, else from the service, else the usual one. */
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

  /**
   * Learns from a refusal that names a smaller context than was known; true when it did, so that a retry makes sense.
   */
  async learn(model: string, error: unknown): Promise<boolean> {
    if (this.#sources.setting !== null || !(error instanceof APIError) || !isTooLong(error)) return false;
    const [, ...found] = NAMED.exec(error.message.slice(0, MAX_ERROR)) ?? [];
    const named = Number((error.error as { n_ctx?: unknown } | null)?.n_ctx ?? found.find(Boolean));
    if (!(named >= LEAST) || named >= (await this.of(model)).tokens) return false;
    this.#learned.set(model, named);
    return true;
  }
}
