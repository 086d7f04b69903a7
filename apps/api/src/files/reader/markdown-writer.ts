import type { BoundedText } from './bounded-text.ts';

/** Deepest heading that Markdown has. */
const MAX_LEVEL = 6;
/** Columns that one cell may span. */
const MAX_SPAN = 100;

/**
 * Writes paragraphs, headings, list items and tables as Markdown. Words of a table inside a table go to the outer cell.
 */
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

  /** Whether the current paragraph has words. */
  get hasWords(): boolean {
    return this.#line.trim() !== '';
  }

  /** `number` is that of a heading or list item, such as `2.`; '' for a bullet. */
  endParagraph({ level = 0, listDepth = 0, number = '' } = {}): void {
    const line = this.#line;
    if (this.#tables > 0) {
      if (line !== '' && !line.endsWith(' ')) this.#line += ' ';
      return;
    }
    this.#line = '';
    if (line.trim() === '') return;
    const numbered = number === '' ? line.trim() : `${number} ${line.trim()}`;
    if (level > 0) this.#text.write(`\n${'#'.repeat(Math.min(level, MAX_LEVEL))} ${numbered}\n\n`);
    else if (listDepth > 0)
      this.#text.write(`${'  '.repeat(Math.min(listDepth, 10) - 1)}${number === '' ? '- ' : ''}${numbered}\n`);
    else this.#text.write(`${line}\n\n`);
  }

  openTable(): void {
    if (this.#tables === 0) {
      this.endParagraph();
      this.#rows = 0;
    }
    this.#tables++;
  }

  /** `columns` is how many columns the cell spans. */
  closeCell(columns = 1): void {
    if (this.#tables !== 1) return;
    this.#cells.push(this.#line.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|'));
    for (let more = Math.min(columns, MAX_SPAN); more > 1; more--) this.#cells.push('');
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
