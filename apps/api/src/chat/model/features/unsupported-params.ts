import { APIError } from 'openai';
import { isTooLong } from '../model-errors.ts';

/** Optional request parameters, with the pattern of an error about each. */
const OPTIONAL_FIELDS: Record<string, RegExp> = {
  'reasoning.summary': /reasoning\.summary|reasoning summar/i,
  reasoning: /\breasoning(\.effort)?\b(?!\.?\s*summar)/i,
  reasoning_effort: /\breasoning_?effort\b|does not support thinking/i,
  safety_identifier: /\bsafety_identifier\b/,
  prompt_cache_key: /\bprompt_cache_key\b/,
  store: /['"`]store['"`]/,
  // OpenAI streams some models only to verified organizations.
  stream: /['"`]stream['"`]|verified to stream/i,
  stream_options: /stream_options|include_usage/,
  include: /['"`]include|web_search_call\.action/,
  max_tool_calls: /\bmax_tool_calls\b/,
  n: /['"`]n['"`]/,
  size: /['"`]size['"`]|: size\b|\bsize is not supported/,
  aspect_ratio: /\baspect_ratio\b/,
  quality: /\bquality\b/,
  output_format: /\boutput_format\b/,
  max_tokens: /\bmax_tokens\b/,
  max_completion_tokens: /\bmax_completion_tokens\b/,
};

/** The output limit has two names; a service that refuses one accepts the other. */
const OTHER_NAME: Record<string, string> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
};

/** Errors inside a stream, or sent in place of one, have no status. */
const REFUSALS = [400, 422, undefined];
/** Characters of an error message that are inspected. */
const MAX_COMPLAINT = 2_000;

type Fields = Record<string, unknown>;

/** Remembers the parameters that each model's service refused, and omits them for the lifetime of this process. */
export class UnsupportedParams {
  #byModel = new Map<string, Set<string>>();

  has(model: string, field: string): boolean {
    return this.#byModel.get(model)?.has(field) ?? false;
  }

  /** Returns the body without the parameters that this model's service refuses. */
  without<Body extends object>(model: string, body: Body): Body {
    const refused = this.#byModel.get(model);
    if (!refused) return body;
    const fields = { ...body } as Fields;
    for (const field of refused) {
      const [outer, inner] = field.split('.') as [string, string?];
      const value = fields[outer];
      if (value === undefined) continue;
      const otherName = OTHER_NAME[outer];
      if (inner) {
        const { [inner]: _, ...rest } = value as Fields;
        fields[outer] = rest;
        continue;
      }
      delete fields[outer];
      if (otherName && !refused.has(otherName)) fields[otherName] = value;
    }
    return fields as Body;
  }

  /**
   * Learns from a refusal of a body; true when one of its parameters will be omitted from now on, so that a retry makes
   * sense. A refusal of the length teaches nothing, as it may name the output limit.
   */
  learn(model: string, body: object, error: unknown): boolean {
    if (!(error instanceof APIError) || !REFUSALS.includes(error.status) || isTooLong(error)) return false;
    const refused = this.#byModel.get(model) ?? new Set();
    const before = refused.size;
    const complaint = (error.param ? `"${error.param}"` : error.message).slice(0, MAX_COMPLAINT);
    for (const [field, pattern] of Object.entries(OPTIONAL_FIELDS)) {
      if (hasField(body, field) && pattern.test(complaint)) refused.add(field);
    }
    this.#byModel.set(model, refused);
    return refused.size > before;
  }
}

function hasField(body: object, field: string): boolean {
  const [outer, inner] = field.split('.') as [string, string?];
  const value = (body as Fields)[outer];
  return inner ? typeof value === 'object' && value !== null && inner in value : value !== undefined;
}
