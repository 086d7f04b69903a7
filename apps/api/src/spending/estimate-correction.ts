import type { Counts, Estimate } from './counts.ts';
import { PartFactors } from './part-factors.ts';

interface Factors {
  input: PartFactors;
  output: PartFactors;
}

/** Learns for each model how far the provider's counts are from our estimates, and corrects later estimates by it. */
export class EstimateCorrection {
  readonly #models = new Map<string, Factors>();

  learn(model: string, estimated: Estimate, counted: Counts): void {
    const { input, output } = this.#factorsOf(model);
    // The pages that a provider's search reads are in its count, and not in our estimate.
    if (!estimated.searches && counted.inputTokens) input.learn(inputParts(estimated), counted.inputTokens);
    const { outputTokens = 0, reasoningTokens = 0 } = counted;
    const [answer, reasoning] = outputParts(estimated);
    if (reasoningTokens > 0) {
      output.learn([answer, 0], outputTokens - reasoningTokens);
      output.learn([0, reasoning], reasoningTokens);
    } else if (outputTokens > 0) output.learn([answer, reasoning], outputTokens);
  }

  correct(model: string, estimated: Estimate): Counts {
    const { toolTokens: _tools, fileTokens: _files, ...counts } = estimated;
    const learned = this.#factorsOf(model);
    const [answer, reasoning] = outputParts(estimated);
    const reasoningTokens = learned.output.apply([0, reasoning]);
    return {
      ...counts,
      inputTokens: learned.input.apply(inputParts(estimated)),
      outputTokens: learned.output.apply([answer, 0]) + reasoningTokens,
      reasoningTokens,
    };
  }

  #factorsOf(model: string): Factors {
    const factors = this.#models.get(model) ?? { input: new PartFactors(3), output: new PartFactors(2) };
    this.#models.set(model, factors);
    return factors;
  }
}

function inputParts({ inputTokens = 0, toolTokens = 0, fileTokens = 0 }: Estimate): number[] {
  return [inputTokens - toolTokens - fileTokens, toolTokens, fileTokens];
}

function outputParts({ outputTokens = 0, reasoningTokens = 0 }: Estimate): [answer: number, reasoning: number] {
  return [outputTokens - reasoningTokens, reasoningTokens];
}
