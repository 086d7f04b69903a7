import type { Counts } from './counts.ts';

const PARTS = ['inputTokens', 'outputTokens'] as const;
/** Beyond these factors, a count is about something else than the text. */
const LEAST = 0.2;
const MOST = 5;

type Sums = Record<(typeof PARTS)[number], { estimated: number; counted: number }>;

/** Learns for each model how far the provider's counts are from our estimates, and corrects later estimates by it. */
export class EstimateCorrection {
  readonly #sums = new Map<string, Sums>();

  learn(model: string, estimated: Counts, counted: Counts): void {
    const sums = this.#sums.get(model) ?? { inputTokens: noSums(), outputTokens: noSums() };
    this.#sums.set(model, sums);
    for (const part of PARTS) {
      if (!estimated[part] || !counted[part]) continue;
      sums[part].estimated += estimated[part];
      sums[part].counted += counted[part];
    }
  }

  correct(model: string, estimated: Counts): Counts {
    const sums = this.#sums.get(model);
    if (!sums) return estimated;
    const input = factorOf(sums.inputTokens);
    const output = factorOf(sums.outputTokens);
    const times = (count: number | undefined, factor: number) => Math.round((count ?? 0) * factor);
    return {
      ...estimated,
      inputTokens: times(estimated.inputTokens, input),
      outputTokens: times(estimated.outputTokens, output),
      reasoningTokens: times(estimated.reasoningTokens, output),
    };
  }
}

function noSums() {
  return { estimated: 0, counted: 0 };
}

function factorOf({ estimated, counted }: { estimated: number; counted: number }): number {
  return estimated === 0 ? 1 : Math.min(Math.max(counted / estimated, LEAST), MOST);
}
