import { estimateSixths } from '../chat/model/request/estimate-sixths.ts';
import { addAmounts, NO_AMOUNTS, type Amounts, type Spending } from '../storage/billing/spending-store.ts';
import type { Counts, Estimate } from './counts.ts';
import type { EstimateCorrection } from './estimate-correction.ts';
import type { PriceList } from './prices.ts';
import type { ReplyBudget } from './reply-budget.ts';

export interface MeterOptions {
  prices: PriceList;
  correction: EstimateCorrection;
}

/** Measures what the requests for one reply, or for one other call, use. */
export class Meter {
  readonly #options: MeterOptions;
  readonly #requests: MeteredRequest[] = [];
  /** What may be spent; null without ceilings. */
  budget: ReplyBudget | null = null;
  /** Called when a request is sent. */
  onBegin: () => void = () => {};
  /** Call while an answer arrives. */
  onProgress: () => void = () => {};

  constructor(options: MeterOptions) {
    this.#options = options;
  }

  /** Call when a request is sent. `estimate` counts until the provider does. */
  begin(model: string, estimate: Estimate): MeteredRequest {
    const request = new MeteredRequest(model, estimate, this.#options);
    this.#requests.push(request);
    this.onBegin();
    return request;
  }

  /** What the requests used so far, by model. */
  spent(): Spending['models'] {
    const byModel = new Map<string, Amounts>();
    for (const request of this.#requests) {
      const amounts = request.amounts();
      if (amounts) byModel.set(request.model, addAmounts(byModel.get(request.model) ?? NO_AMOUNTS, amounts));
    }
    return [...byModel].map(([model, amounts]) => ({ model, ...amounts }));
  }
}

/** One request to a provider. */
export class MeteredRequest {
  readonly model: string;
  readonly #options: MeterOptions;
  readonly #estimate: Estimate;
  #outputSixths = 0;
  #reasoningSixths = 0;
  #searches = 0;
  #counted: Counts | null = null;
  #isFree = false;

  constructor(model: string, estimate: Estimate, options: MeterOptions) {
    this.model = model;
    this.#estimate = estimate;
    this.#options = options;
  }

  /** Adds text that has arrived. */
  wrote(text: string, isReasoning = false): void {
    const sixths = estimateSixths(text);
    this.#outputSixths += sixths;
    if (isReasoning) this.#reasoningSixths += sixths;
  }

  /** The provider searched the web for this request. */
  searched(): void {
    this.#searches++;
  }

  /** Takes the provider's own counts; the last ones are right. */
  count(counts: Counts): void {
    if (this.#counted === null) this.#learn(counts);
    this.#counted = counts;
  }

  /** The provider refused the request, so it costs nothing unless it was counted. */
  refused(): void {
    this.#isFree = true;
  }

  /** Null when it cost nothing. */
  amounts(): Amounts | null {
    if (this.#isFree && this.#counted === null) return null;
    const { prices, correction } = this.#options;
    const isEstimated = this.#counted === null && !isExact(this.#estimate);
    const used = this.#counted ?? correction.correct(this.model, this.#estimated());
    const { audioMs = 0 } = this.#estimate;
    // A service that counts the tokens of a recording does not say its length.
    const counts = { audioMs, ...used, searches: this.#searches + (used.searches ?? 0) };
    const microdollars = prices.priceOf(this.model, counts);
    const { pictureTokens: _pictures, ...stored } = counts;
    return {
      ...NO_AMOUNTS,
      ...stored,
      requests: 1,
      microdollars,
      estimatedRequests: isEstimated ? 1 : 0,
      estimatedMicrodollars: isEstimated ? microdollars : 0,
      unpricedRequests: prices.isPriced(this.model, counts) ? 0 : 1,
    };
  }

  #learn(counts: Counts): void {
    const searches = this.#searches + (counts.searches ?? 0);
    this.#options.correction.learn(this.model, { ...this.#estimated(), searches }, counts);
  }

  #estimated(): Estimate {
    const outputTokens = (this.#estimate.outputTokens ?? 0) + Math.ceil(this.#outputSixths / 6);
    return { ...this.#estimate, outputTokens, reasoningTokens: Math.ceil(this.#reasoningSixths / 6) };
  }
}

/** Whether this server knows the amounts as well as the provider does: characters and searches, but no tokens. */
function isExact({ inputTokens, pictures, audioMs }: Counts): boolean {
  return inputTokens === undefined && pictures === undefined && audioMs === undefined;
}
