import { APIError } from 'openai';

/** The fields a request can do without, and how a server's complaint about one reads where it is not its plain name. */
const OPTIONAL_FIELDS: Record<string, RegExp> = {
  'reasoning.summary': /reasoning\.summary|reasoning summar/i,
  reasoning: /\breasoning(\.effort)?\b(?!\.?\s*summar)/i,
  reasoning_effort: /\breasoning_effort\b|does not support thinking/i,
  safety_identifier: /\bsafety_identifier\b/,
  prompt_cache_key: /\bprompt_cache_key\b/,
  store: /['"`]store['"`]/,
  include: /['"`]include|web_search_call\.action/,
  max_tool_calls: /\bmax_tool_calls\b/,
  n: /['"`]n['"`]/,
  size: /['"`]size['"`]/,
  quality: /\bquality\b/,
  output_format: /\boutput_format\b/,
  max_tokens: /\bmax_tokens\b/,
  max_completion_tokens: /\bmax_completion_tokens\b/,
};

/** The same limit has two names; a server that refuses one takes the other. */
const OTHER_NAME: Record<string, string> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
};

type Fields = Record<string, unknown>;

/** What each model's server has refused, so that it is asked without it for as long as this process lives. */
export class RefusedFields {
  #byModel = new Map<string, Set<string>>();

  has(model: string, field: string): boolean {
    return this.#byModel.get(model)?.has(field) ?? false;
  }

  /** The body without the fields that this model's server refuses. */
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

  /** Takes a server's complaint about a body; true when a field of it is left out from now on, so asking again makes sense. */
  learn(model: string, body: object, error: unknown): boolean {
    if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return false;
    const refused = this.#byModel.get(model) ?? new Set();
    const before = refused.size;
    const complaint = error.param ? `"${error.param}"` : error.message;
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
