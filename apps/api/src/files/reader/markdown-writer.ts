import type { BoundedText } from './bounded-text.ts';

/** Deepest heading that Markdown has. */
const MAX_LEVEL = 6;

/** Writes paragraphs, headings, list items and tables as Markdown. Words of a table inside a table go to the outer cell. */
export class MarkdownWriter {
  readonly #text: BoundedText;
  #line = '';
  #tables = 0;
  #cells: string[] = [];
  #rows = 0;

  constructor(text: BoundedText) {
    this.#text = text;
  }

  /** Adds words to the current paragraph. */
  words(words: string): void {
    this.#line += words;
    // A paragraph without an end must not outgrow the text.
    if (this.#line.length > 1_000_000) this.endParagraph();
  }

  endParagraph({ level = 0, listDepth = 0 } = {}): void {
    const line = this.#line;
    if (this.#tables > 0) {
      if (line !== '' && !line.endsWith(' ')) this.#line += ' ';
      return;
    }
    this.#line = '';
    if (line.trim() === '') return;
    if (level > 0) this.#text.write(`\n${'#'.repeat(Math.min(level, MAX_LEVEL))} ${line.trim()}\n\n`);
    else if (listDepth > 0) this.#text.write(`${'  '.repeat(Math.min(listDepth, 10) - 1)}- ${line.trim()}\n`);
    else this.#text.write(`${line}\n\n`);
  }

  openTable(): void {
    if (this.#tables === 0) {
      this.endParagraph();
      this.#rows = 0;
    }
    this.#tables++;
  }

  closeCell(): void {
    if (this.#tables !== 1) return;
    this.#cells.push(this.#line.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|'));
    this.#line = '';
  }

  closeRow(): void {
    if (this.#tables !== 1) return;
    if (this.#cells.length > 0) {
      this.#text.write(`| ${this.#cells.join(' | ')} |\n`);
      if (this.#rows++ === 0) this.#text.write(`|${' --- |'.repeat(this.#cells.length)}\n`);
    }
    this.#cells = [];
  }

  closeTable(): void {
    if (this.#tables === 0) return;
    this.#tables--;
    if (this.#tables > 0) return;
    this.#line = '';
    this.#cells = [];
    this.#text.write('\n');
  }
}
