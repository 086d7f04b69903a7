import { append, copyState, readLine, startState } from './line-tokens.ts';
import type { Grammar, Token } from './line-tokens.ts';

export type Line = readonly Token[];

/**
 * Milliseconds for one block; its further lines stay plain. Brackets nested thousands deep take some grammars longer
 * with every line.
 */
const MAX_MS = 1_000;

/** Incremental syntax highlighting of one code block, which may grow. Each complete line is tokenized once. */
export class BlockHighlight {
  readonly #grammar: Grammar;
  #state: unknown;
  /** Lines of the complete groups, then those of the current one. */
  #groups: Line[][] = [];
  /** Texts of the complete groups. */
  #sources: string[] = [];
  /** The part of the next group that has been tokenized. */
  #consumed = '';
  #spentMs = 0;

  constructor(grammar: Grammar) {
    this.#grammar = grammar;
    this.#state = startState(grammar);
  }

  /**
   * Tokenizes up to `maxLines` more complete lines; returns whether all are done. `groups` concatenate to the text, and
   * all but the last end at a line end. A text that does not continue the previous one starts over.
   */
  advance(groups: readonly string[], maxLines: number): boolean {
    if (!this.#continues(groups)) this.#restart();
    let budget = maxLines;
    while (this.#sources.length < groups.length) {
      const group = groups[this.#sources.length] ?? '';
      for (let end = this.#lineEnd(group); end >= 0; end = this.#lineEnd(group)) {
        if (budget === 0) return false;
        budget -= 1;
        this.#addLine(group.slice(this.#consumed.length, end));
        this.#consumed = group.slice(0, end + 1);
      }
      if (this.#sources.length === groups.length - 1) return true;
      this.#sources.push(group);
      this.#consumed = '';
    }
    return true;
  }

  /**
   * Tokens by group and line; undefined for an incomplete group. An unfinished last line is tokenized for display only.
   */
  lines(groups: readonly string[]): readonly (readonly Line[] | undefined)[] {
    if (!this.#continues(groups)) return groups.map(() => undefined);
    return groups.map((group, index) => {
      if (index < this.#sources.length) return this.#groups[index];
      if (index > this.#sources.length || index < groups.length - 1 || this.#lineEnd(group) >= 0) return undefined;
      const whole = this.#groups[index] ?? [];
      const rest = group.slice(this.#consumed.length);
      return rest ? [...whole, readLine(this.#grammar, rest, copyState(this.#grammar, this.#state))] : whole;
    });
  }

  #lineEnd(group: string): number {
    return group.indexOf('\n', this.#consumed.length);
  }

  #addLine(text: string): void {
    const begun = performance.now();
    const tokens: Token[] =
      this.#spentMs < MAX_MS ? readLine(this.#grammar, text, this.#state) : [{ text, kind: undefined }];
    this.#spentMs += performance.now() - begun;
    append(tokens, '\n', undefined);
    (this.#groups[this.#sources.length] ??= []).push(tokens);
  }

  /** Whether the text continues, or is a prefix of, what was tokenized. */
  #continues(groups: readonly string[]): boolean {
    const common = Math.min(groups.length, this.#sources.length);
    for (let index = 0; index < common; index += 1) if (groups[index] !== this.#sources[index]) return false;
    return groups.length <= this.#sources.length || (groups[common] ?? '').startsWith(this.#consumed);
  }

  #restart(): void {
    this.#state = startState(this.#grammar);
    this.#groups = [];
    this.#sources = [];
    this.#consumed = '';
  }
}
