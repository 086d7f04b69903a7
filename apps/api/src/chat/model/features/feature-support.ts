import { AppError, t } from '@parley/core';
import { APIError } from 'openai';
import type { Host } from '../host.ts';
import type { ModelMessage, ModelRequest, ModelRound } from '../model.ts';
import { withoutFiles } from '../request/fit-request.ts';
import { showPages } from '../request/show-pages.ts';
import { GO_ON, roundsAsMessages } from '../request/rounds-as-messages.ts';
import { isBadCall, isTooLong } from '../model-errors.ts';
import type { Question } from '../protocol/protocol.ts';
import type { Probe } from './probe.ts';
import type { UnsupportedParams } from './unsupported-params.ts';

/**
 * Request features that not every model supports. `prefill`: a last message with the beginning of the reply.
 * `reasons-with-tools`: reasoning while tools are offered.
 */
export type Feature =
  | 'pictures'
  | 'documents'
  | 'web-search'
  | 'tools'
  | 'signed-reasoning'
  | 'reasons-with-tools'
  | 'prefill'
  | 'system-role';

/** What an operator says of a model. `thinking`: whether a parameter makes it reason visibly. */
export type DeclaredFeatures = Partial<Record<'pictures' | 'tools' | 'thinking', boolean>>;

/** Message for users when a model lacks a feature. */
export const CANNOT: Record<'pictures' | 'documents' | 'web-search', string> = {
  pictures: t`This model can’t read images.`,
  documents: t`This PDF looks scanned, and this model can’t read PDF pages. Attach a PDF with selectable text.`,
  'web-search': t`This model can’t search the web.`,
};

/** Recognizes refusals of the feature itself, as opposed to this one picture or document. */
const COMPLAINTS: Record<Feature, { names: RegExp; unless?: RegExp }> = {
  prefill: { names: /prefill|end with a user|last (role|message)|trailing whitespace/i },
  'system-role': {
    names:
      /(system|developer) (role|message|prompt|instruction)s? (is |are )?not (supported|allowed|enabled)|does not support 'system'|roles must alternate/i,
  },
  pictures: {
    // The last four: Cloudflare, Together, DashScope and, for any fault of a request, Zhipu.
    names:
      /image|vision|picture|multi-?modal|mmproj|must be a string|valid string|content\.type|'array' not in 'string'|content expected string|item type in content|invalid api parameter|调用参数有误/i,
    unless:
      /format|too (large|small|big|many|much)|exceed|size|dimension|pixel|decode|parse|corrupt|invalid image|image is not valid|process (input )?image\b|identify image|load(ing)? (image|multi)|mime|base64|download|safety/i,
  },
  documents: {
    names: /\b(input_)?files?\b|\bpdf\b|document(?!ation)/i,
    unless: /too (large|big|many|long)|size|pages|corrupt|password|encrypt|base64|could not be read/i,
  },
  // GPT-5.4 and later, over Chat Completions.
  'reasons-with-tools': { names: /tools with reasoning_effort/i },
  'signed-reasoning': { names: /encrypted.?content/i, unless: /could not be|decrypt|verif/i },
  tools: {
    names: /\btools?\b|\btool_|function.?call/i,
    unless: /rate|quota|too many|web.?search/i,
  },
  'web-search': { names: /\btools?\b|web.?search/i, unless: /rate|quota|too many/i },
};

/** How services say that a request has too many pictures, with the most that they take. */
const TOO_MANY = /too (?:many|much)|exceed|at most|up to|more than|limit|max/i;
const MOST_PICTURES =
  /(?:at most|up to|more than|limit|max|maximum|>)(?: of| is| allowed| supported)* (\d{1,4})\b(?! ?(?:bytes|[kmg]i?b|px|pixel|token))/i;
const PICTURE_COUNT = /(\d{1,4}) (?:image|picture)/i;

/** llama.cpp refuses pictures with 500, OpenRouter with 404, and an error inside a stream has no status. */
const REFUSALS = [400, 404, 415, 422, 500, 501, undefined];
/** Characters of an error message that are inspected. */
const MAX_COMPLAINT = 2_000;

interface FeatureSources {
  host: Host;
  api: 'responses' | 'chat';
  probe: Probe;
  unsupported: UnsupportedParams;
  declared: DeclaredFeatures;
}

/**
 * Tracks what each model supports: from its API and host, from what its service reports, and from replies and refusals.
 */
export class FeatureSupport {
  #sources: FeatureSources;
  #missing = new Map<string, Set<Feature>>();
  /** The most pictures of a request, by model. */
  #maxPictures = new Map<string, number>();
  #seenReasoning = new Set<string>();

  constructor(sources: FeatureSources) {
    this.#sources = sources;
  }

  /** Whether a parameter makes the model reason visibly. */
  async reasons(model: string): Promise<boolean> {
    const { host, api, probe, unsupported, declared } = this.#sources;
    if (declared.thinking === false) return false;
    if (api === 'responses') return !unsupported.has(model, 'reasoning');
    if (this.#seenReasoning.has(model)) return true;
    if (unsupported.has(model, 'reasoning_effort')) return false;
    return declared.thinking ?? host.reasons ?? (await probe.result()).reasons ?? false;
  }

  /** Records that a model sent reasoning separately from its text. */
  sawReasoning(model: string): void {
    this.#seenReasoning.add(model);
  }

  async has(model: string, feature: Feature): Promise<boolean> {
    const { host, api, probe, declared } = this.#sources;
    if (this.#missing.get(model)?.has(feature)) return false;
    switch (feature) {
      case 'pictures':
        return declared.pictures ?? (host.isOpenAi || (await probe.result()).sees !== false);
      case 'documents':
        return api === 'responses' || host.isOpenAi;
      case 'web-search':
        return api === 'responses';
      case 'tools':
        return declared.tools ?? true;
      case 'signed-reasoning':
        return api === 'responses';
      case 'reasons-with-tools':
      case 'prefill':
      case 'system-role':
        return true;
    }
  }

  /**
   * Learns from a service's refusal; true when it showed that the model lacks a feature, so that a retry makes sense.
   * A refusal of the length teaches nothing, as it may name the tools in its count. Throws for web search: a search that
   * was requested is not left out silently.
   */
  learn(model: string, request: Question, error: unknown): boolean {
    if (!(error instanceof APIError) || !REFUSALS.includes(error.status) || isTooLong(error)) return false;
    const complaint = `${error.param ?? ''} ${error.message}`.slice(0, MAX_COMPLAINT);
    if (this.#learnMaxPictures(model, request, complaint)) return true;
    const feature = featuresIn(request).find((used) => {
      const { names, unless } = COMPLAINTS[used];
      // A malformed call says nothing about the next one, and a service that has sent calls supports tools.
      if (used === 'tools' && (isBadCall(error) || request.rounds?.length)) return false;
      return names.test(complaint) && !unless?.test(complaint);
    });
    if (!feature) return false;
    this.#missing.set(model, (this.#missing.get(model) ?? new Set()).add(feature));
    if (feature === 'web-search') throw new AppError('model-rejected', { message: CANNOT[feature], cause: error });
    return true;
  }

  /**
   * Removes what this model lacks: tools, and files of earlier questions; shows it the pages of documents that it
   * cannot read; asks it for the rest of a reply that it does not continue by itself. Throws when the question itself
   * has files that it cannot read.
   */
  async readable(model: string, request: ModelRequest): Promise<ModelRequest> {
    if (request.tools && !(await this.has(model, 'tools'))) return this.readable(model, withoutTools(request));
    if (isPrefilled(request) && !(await this.has(model, 'prefill'))) {
      return this.readable(model, { ...request, messages: [...request.messages, GO_ON] });
    }
    let { messages } = request;
    if (messages.some(({ documents }) => documents?.length) && (await this.#seesPages(model))) {
      const question = messages.at(-1);
      const most = this.#maxPictures.get(model);
      messages = await Promise.all(messages.map((message) => showPages(message, message === question, most)));
    }
    messages = withNewestPictures(messages, this.#maxPictures.get(model));
    for (const kind of ['pictures', 'documents'] as const) {
      const brings = (message: ModelMessage | undefined) => (message?.[kind]?.length ?? 0) > 0;
      if (!messages.some(brings) || (await this.has(model, kind))) continue;
      if (brings(messages.at(-1))) throw new AppError('model-rejected', { message: CANNOT[kind] });
      messages = messages.map((message) => (brings(message) ? withoutFiles(message) : message));
    }
    const { rounds = [] } = request;
    if (!hasPictures(rounds) || (await this.has(model, 'pictures'))) return { ...request, messages };
    const unseen = rounds.map((round) => ({ ...round, results: round.results.map(({ text }) => ({ text })) }));
    return { ...request, messages, rounds: unseen };
  }

  #learnMaxPictures(model: string, { messages }: ModelRequest, complaint: string): boolean {
    const isAboutCount = TOO_MANY.test(complaint) && /image|picture/i.test(complaint);
    const most = isAboutCount ? Number((MOST_PICTURES.exec(complaint) ?? PICTURE_COUNT.exec(complaint))?.[1] ?? 0) : 0;
    if (most === 0 || most >= countPictures(messages)) return false;
    this.#maxPictures.set(model, most);
    return true;
  }

  async #seesPages(model: string): Promise<boolean> {
    return !(await this.has(model, 'documents')) && this.has(model, 'pictures');
  }
}

function countPictures(messages: ModelMessage[]): number {
  return messages.reduce((sum, { pictures = [] }) => sum + pictures.length, 0);
}

/** The messages with at most this many pictures: those of the question first, then the newest. */
function withNewestPictures(messages: ModelMessage[], most = Infinity): ModelMessage[] {
  let left = most;
  if (countPictures(messages) <= left) return messages;
  return messages
    .toReversed()
    .map((message) => {
      const { pictures = [], ...rest } = message;
      if (pictures.length === 0) return message;
      const shown = pictures.slice(0, left);
      left -= shown.length;
      return shown.length === 0 ? withoutFiles(message) : { ...rest, pictures: shown };
    })
    .toReversed();
}

/** The request with no tools, and with the results of earlier calls as text. */
function withoutTools(request: ModelRequest): ModelRequest {
  const { tools: _tools, rounds: _rounds, ...rest } = request;
  return { ...rest, webSearch: false, messages: roundsAsMessages(request) };
}

function isPrefilled({ messages }: Pick<ModelRequest, 'messages'>): boolean {
  return messages.at(-1)?.role === 'assistant';
}

function hasPictures(rounds: ModelRound[]): boolean {
  return rounds.some(({ results }) => results.some(({ pictures }) => pictures?.length));
}

function featuresIn({ messages, webSearch, tools = [], rounds = [], ...learned }: Question): Feature[] {
  const used: Feature[] = learned.hasNoSystemRole ? [] : ['system-role'];
  if (isPrefilled({ messages })) used.push('prefill');
  if (tools.length > 0 && !learned.callsWithoutReasoning) used.push('reasons-with-tools');
  if (tools.length > 0 && learned.signsReasoning) used.push('signed-reasoning');
  if (messages.some(({ pictures }) => pictures?.length) || hasPictures(rounds)) used.push('pictures');
  if (messages.some(({ documents }) => documents?.length)) used.push('documents');
  if (tools.length > 0) used.push('tools');
  if (webSearch) used.push('web-search');
  return used;
}
