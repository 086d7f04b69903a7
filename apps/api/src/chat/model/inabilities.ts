import { APIError } from 'openai';
import type { ModelRequest } from './model.ts';

/** What some models cannot do with a request that others can. */
export type Ability = 'pictures' | 'documents' | 'web-search';

/** What a person is told. */
export const CANNOT: Record<Ability, string> = {
  pictures: 'This model cannot read pictures.',
  documents: 'This PDF has no readable text (it looks scanned) and this model cannot read PDF pages.',
  'web-search': 'This model cannot search the web by itself.',
};

/** How a refusal reads that is about the ability, and not about what is wrong with this one picture or document. */
const COMPLAINTS: Record<Ability, { names: RegExp; unless: RegExp }> = {
  pictures: {
    names: /image|vision|picture|multi-?modal|mmproj|content must be a string/i,
    unless:
      /format|too (large|small|big|many)|size|dimension|pixel|decode|parse|corrupt|invalid image|base64|download|safety/i,
  },
  documents: {
    names: /\b(input_)?files?\b|\bpdf\b|document/i,
    unless: /too (large|big|many|long)|size|pages|corrupt|password|encrypt|base64|could not be read/i,
  },
  'web-search': { names: /\btools?\b|web.?search/i, unless: /rate|quota|too many/i },
};

/** llama.cpp refuses pictures with 500, OpenRouter with 404, and a stream that has begun has no status. */
const REFUSALS = [400, 404, 415, 422, 500, 501, undefined];

/** What each model has shown that it cannot do, for as long as this process lives. */
export class Inabilities {
  #byModel = new Map<string, Set<Ability>>();

  has(model: string, ability: Ability): boolean {
    return this.#byModel.get(model)?.has(ability) ?? false;
  }

  /** Takes what a server said to a request; the ability that the model turned out not to have, or null. */
  learn(model: string, request: ModelRequest, error: unknown): Ability | null {
    if (!(error instanceof APIError) || !REFUSALS.includes(error.status)) return null;
    const complaint = `${error.param ?? ''} ${error.message}`;
    const ability = abilitiesAsked(request).find((asked) => {
      const { names, unless } = COMPLAINTS[asked];
      return names.test(complaint) && !unless.test(complaint);
    });
    if (!ability) return null;
    this.#byModel.set(model, (this.#byModel.get(model) ?? new Set()).add(ability));
    return ability;
  }
}

function abilitiesAsked({ messages, webSearch }: ModelRequest): Ability[] {
  const asked: Ability[] = [];
  if (messages.some(({ pictures }) => pictures?.length)) asked.push('pictures');
  if (messages.some(({ documents }) => documents?.length)) asked.push('documents');
  if (webSearch) asked.push('web-search');
  return asked;
}
