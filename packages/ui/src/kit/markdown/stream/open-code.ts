import type { Code } from 'mdast';

/** Lines rendered together. */
export const linesPerGroup = 40;

/**
 * Splits a code block into groups of lines that concatenate to its text, so that a growing block appends nodes instead
 * of rewriting one.
 */
export function groupLines(value: string): string[] {
  const groups: string[] = [];
  let start = 0;
  let lines = 0;
  for (let end = value.indexOf('\n'); end >= 0; end = value.indexOf('\n', end + 1)) {
    lines += 1;
    if (lines % linesPerGroup > 0 || end === value.length - 1) continue;
    groups.push(value.slice(start, end + 1));
    start = end + 1;
  }
  groups.push(value.slice(start));
  return groups;
}

/** An unclosed fenced code block: appends lines without reading earlier ones again. */
export class OpenCode {
  readonly template: Code;
  readonly #closing: RegExp;
  readonly #partialFence: RegExp;
  readonly #groups: string[] = [];
  #group = '';
  #lines = 0;
  #partial = '';

  private constructor(template: Code, fence: string) {
    this.template = template;
    this.#closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`);
    this.#partialFence = new RegExp(`^ {0,3}${fence[0]}+[ \\t]*$`);
  }

  /** Creates one from a top-level node and the source from its first line on; undefined if the fence is indented. */
  static from(node: Code, source: string): { code: OpenCode; contentStart: number } | undefined {
    const opening = /^(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n/.exec(source);
    const fence = opening?.[1];
    if (!opening || !fence) return undefined;
    return { code: new OpenCode(node, fence), contentStart: opening[0].length };
  }

  /**
   * Takes the text after the last complete line. Returns how many characters of complete lines it took, and whether the
   * block has ended.
   */
  append(source: string): { consumed: number; closed: boolean } {
    let start = 0;
    for (let end = source.indexOf('\n'); end >= 0; end = source.indexOf('\n', start)) {
      const line = source.slice(start, end + 1);
      start = end + 1;
      if (this.#closing.test(line.slice(0, -1))) {
        this.#partial = '';
        return { consumed: start, closed: true };
      }
      if (this.#lines === linesPerGroup) {
        this.#groups.push(this.#group);
        this.#group = '';
        this.#lines = 0;
      }
      this.#group += line;
      this.#lines += 1;
    }
    this.#partial = source.slice(start);
    return { consumed: start, closed: false };
  }

  /** The lines to show. Unless the text is `whole`, holds back a last line that may become the closing fence. */
  groups(whole: boolean): readonly string[] {
    const held = (whole ? this.#closing : this.#partialFence).test(this.#partial);
    const partial = held ? '' : this.#partial;
    if (partial && this.#lines === linesPerGroup) return [...this.#groups, this.#group, partial];
    return [...this.#groups, partial ? this.#group + partial : this.#group.replace(/\n$/, '')];
  }
}
