import { append, copyState, readLine, startState } from './line-tokens.ts';
import type { Grammar, Token } from './line-tokens.ts';

export type Line = readonly Token[];

/** The colours of one block of code, which may grow: a line whose end has come is read once. */
export class BlockHighlight {
  readonly #grammar: Grammar;
  #state: unknown;
  /** Lines of the groups that are read to their end, and after them those of the one being read. */
  #groups: Line[][] = [];
  /** Texts of the groups that are read to their end. */
  #sources: string[] = [];
  /** What is read of the next group. */
  #taken = '';

  constructor(grammar: Grammar) {
    this.#grammar = grammar;
    this.#state = startState(grammar);
  }

  /**
   * Reads at most `maxLines` whole lines on; answers whether all are read. `groups` join to the text; all but the last one
   * end with a line. Another text than before is read from its beginning.
   */
  advance(groups: readonly string[], maxLines: number): boolean {
    if (!this.#continues(groups)) this.#restart();
    let budget = maxLines;
    while (this.#sources.length < groups.length) {
      const group = groups[this.#sources.length] ?? '';
      for (let end = this.#lineEnd(group); end >= 0; end = this.#lineEnd(group)) {
        if (budget === 0) return false;
        budget -= 1;
        this.#addLine(group.slice(this.#taken.length, end));
        this.#taken = group.slice(0, end + 1);
      }
      if (this.#sources.length === groups.length - 1) return true;
      this.#sources.push(group);
      this.#taken = '';
    }
    return true;
  }

  /** Lines group by group; undefined for a group that is not read to its end. An unfinished last line is read for show. */
  lines(groups: readonly string[]): readonly (readonly Line[] | undefined)[] {
    if (!this.#continues(groups)) return groups.map(() => undefined);
    return groups.map((group, index) => {
      if (index < this.#sources.length) return this.#groups[index];
      if (index > this.#sources.length || index < groups.length - 1 || this.#lineEnd(group) >= 0) return undefined;
      const whole = this.#groups[index] ?? [];
      const rest = group.slice(this.#taken.length);
      return rest ? [...whole, readLine(this.#grammar, rest, copyState(this.#grammar, this.#state))] : whole;
    });
  }

  #lineEnd(group: string): number {
    return group.indexOf('\n', this.#taken.length);
  }

  #addLine(text: string): void {
    const tokens = readLine(this.#grammar, text, this.#state);
    append(tokens, '\n', undefined);
    (this.#groups[this.#sources.length] ??= []).push(tokens);
  }

  /** Whether the text begins with what is read, or is the beginning of it. */
  #continues(groups: readonly string[]): boolean {
    const common = Math.min(groups.length, this.#sources.length);
    for (let index = 0; index < common; index += 1) if (groups[index] !== this.#sources[index]) return false;
    return groups.length <= this.#sources.length || (groups[common] ?? '').startsWith(this.#taken);
  }

  #restart(): void {
    this.#state = startState(this.#grammar);
    this.#groups = [];
    this.#sources = [];
    this.#taken = '';
  }
}
