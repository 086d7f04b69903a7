/** Beyond this factor, a count is about something else than the part. */
const MOST = 5;
/** The factor without counts: estimates take three characters as a token, and English has four. */
const TYPICAL = 0.75;
/** How many estimated tokens of a part that factor counts as, until counts have come. */
const PRIOR = 1;
const ROUNDS = 40;

/**
 * Learns one factor for each part of an estimate from counts of the whole, by least squares. One factor for the whole
 * would depend on the mixture: a title is all words, and most of a short message's input is the definitions of tools.
 */
export class PartFactors {
  /** What the parts have in common with each other, and with the counts. */
  readonly #products: number[][];
  readonly #counts: number[];
  #factors: number[] | null = null;

  constructor(parts: number) {
    this.#products = Array.from({ length: parts }, (_, row) =>
      Array.from({ length: parts }, (_, column) => (row === column ? PRIOR : 0)),
    );
    this.#counts = Array.from({ length: parts }, () => PRIOR * TYPICAL);
  }

  learn(parts: readonly number[], counted: number): void {
    const whole = sumOf(parts);
    if (whole <= 0 || counted < 0) return;
    for (const [row, part] of parts.entries()) {
      this.#counts[row] = (this.#counts[row] ?? 0) + (part * counted) / whole;
      const products = this.#products[row] ?? [];
      for (const [column, other] of parts.entries()) {
        products[column] = (products[column] ?? 0) + (part * other) / whole;
      }
    }
    this.#factors = null;
  }

  /** The corrected estimate. */
  apply(parts: readonly number[]): number {
    const factors = (this.#factors ??= this.#solve());
    return Math.round(sumOf(parts.map((part, index) => part * (factors[index] ?? 1))));
  }

  /** Solves for one factor after the other, which keeps each within its bounds. */
  #solve(): number[] {
    const factors = this.#counts.map(() => TYPICAL);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [row, products] of this.#products.entries()) {
        const own = products[row] ?? PRIOR;
        const explained = sumOf(products.map((product, column) => product * (factors[column] ?? 1)));
        const better = (factors[row] ?? 1) + ((this.#counts[row] ?? 0) - explained) / own;
        factors[row] = Math.min(Math.max(better, 0), MOST);
      }
    }
    return factors;
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
