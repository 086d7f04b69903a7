import type { BoundedText } from '../bounded-text.ts';
import { MarkdownWriter } from '../markdown-writer.ts';
import type { Zip } from './open-zip.ts';
import { parseMarkup } from './parse-markup.ts';

const CONTENT = 'content.xml';
/** The headers and footers of the first, the left and all other pages. */
const MARGINS = /^(?:header|footer)(?:-left|-first)?$/;
/** More columns than any spreadsheet has. */
const MAX_COLUMNS = 16_384;
/** Parts whose words are not the document's, such as deleted text and the number of a slide. */
const SKIPPED = new Set(['tracked-changes', 'forms', 'page-number', 'note-citation']);
/** The same in comments. */
const SKIPPED_IN_NOTES = new Set(['date', 'creator-initials', 'sender-initials']);
/** The same in a spreadsheet, where remarks and drawings stand in cells. */
const SKIPPED_IN_SHEETS = new Set(['tracked-changes', 'forms', 'annotation', 'shapes']);

/**
 * Reads a text document or presentation of LibreOffice: headings, lists and tables as Markdown, with slide marks, then
 * its footnotes and comments.
 */
export async function readOpenDocument(zip: Zip, text: BoundedText): Promise<void> {
  const writer = new MarkdownWriter(text);
  const slides = await listNames(zip, 'page', 'draw:name');
  text.setParts(slides.map((_, index) => `slide ${index + 1}`));
  /** Footnotes and comments; the open one is the last. */
  const notes: string[] = [];
  let slide = 0;
  let level = 0;
  let lists = 0;
  let skipped = 0;
  let paragraphs = 0;
  let isNote = false;
  let isTitle = false;
  /** Names of styles whose words are not shown, and whether each open span has one. */
  const hiddenStyles = new Set<string>();
  const hiddenSpans: boolean[] = [];
  let style = '';
  /** Whether the speaker notes of this slide still have to be announced. */
  let isBeforeNotes = false;
  const isSkipped = (name: string) => SKIPPED.has(name) || (isNote && SKIPPED_IN_NOTES.has(name));
  const write = (words: string) => {
    if (isNote) notes[notes.length - 1] += words;
    else {
      if (isBeforeNotes && words.trim() !== '') {
        text.write('Speaker notes:\n');
        isBeforeNotes = false;
      }
      writer.words(words);
    }
  };
  await parseMarkup(zip.read(CONTENT), {
    open(name, attributes) {
      if (name === 'span') hiddenSpans.push(hiddenStyles.has(attributes['text:style-name'] ?? ''));
      if (isSkipped(name) || (name === 'span' && hiddenSpans.at(-1))) skipped++;
      if (skipped > 0) return;
      if (name === 'style') style = attributes['style:name'] ?? '';
      else if (name === 'text-properties' && attributes['text:display'] === 'none') hiddenStyles.add(style);
      else if (name === 'page') text.startPart(slide++, `slide ${slide}`);
      else if (name === 'notes') isBeforeNotes = true;
      else if (name === 'frame') isTitle = attributes['presentation:class'] === 'title';
      else if (name === 'list') lists++;
      else if (name === 'table') writer.openTable();
      else if (name === 'note' || name === 'annotation') {
        const kind = name === 'annotation' ? 'comment' : 'note';
        write(`[${kind} ${notes.length + 1}]`);
        notes.push(`[${kind} ${notes.length + 1}] `);
        isNote = true;
      } else if (name === 'h' || name === 'p') {
        paragraphs++;
        if (!isNote) level = name === 'h' ? Number(attributes['text:outline-level'] ?? 1) || 1 : isTitle ? 1 : 0;
      } else write(spaceOf(name, attributes));
    },
    close(name) {
      if (isSkipped(name) || (name === 'span' && hiddenSpans.pop())) skipped--;
      if (skipped > 0) return;
      if (name === 'list') lists--;
      else if (name === 'frame') isTitle = false;
      else if (name === 'notes') isBeforeNotes = false;
      else if (name === 'table') writer.closeTable();
      // The columns that a cell spans follow as covered cells.
      else if (name === 'table-cell' || name === 'covered-table-cell') writer.closeCell();
      else if (name === 'table-row') writer.closeRow();
      else if (name === 'note' || name === 'annotation') isNote = false;
      else if (name === 'creator' && isNote) write(': ');
      else if (name === 'h' || name === 'p') {
        paragraphs--;
        if (isNote) write(' ');
        else writer.endParagraph({ level, listDepth: lists });
      }
    },
    text(words) {
      if (paragraphs > 0 && skipped === 0) write(words);
    },
  });
  if (notes.length > 0) text.write(`\n# Notes and comments\n\n`);
  for (const note of notes) text.write(`${note.replaceAll(/\s+/g, ' ').trim()}\n`);
  await readMargins(zip, new MarkdownWriter(text), () => text.write('\n# Headers and footers\n\n'));
}

/** Writes the words of a text document's headers and footers. */
async function readMargins(zip: Zip, writer: MarkdownWriter, onWords: () => void): Promise<void> {
  let margins = 0;
  let paragraphs = 0;
  let hasWords = false;
  await parseMarkup(zip.read('styles.xml'), {
    open(name, attributes) {
      if (MARGINS.test(name)) margins++;
      else if (name === 'p' || name === 'h') paragraphs++;
      else if (margins > 0 && paragraphs > 0) writer.words(spaceOf(name, attributes));
    },
    close(name) {
      if (MARGINS.test(name)) margins--;
      if (name !== 'p' && name !== 'h') return;
      paragraphs--;
      if (margins > 0) writer.endParagraph();
    },
    text(words) {
      if (margins === 0 || paragraphs === 0) return;
      if (!hasWords) onWords();
      hasWords = true;
      writer.words(words);
    },
  });
}

/** Reads a spreadsheet of LibreOffice: each sheet's rows as lines, their cells separated by tabs. */
export async function readOpenSheets(zip: Zip, text: BoundedText): Promise<void> {
  const names = await listNames(zip, 'table', 'table:name');
  text.setParts(names.map((name) => `sheet ${name}`));
  let sheet = 0;
  let cells: string[] = [];
  let cell = '';
  /** What the cell holds, which programs other than LibreOffice may write without its words. */
  let value = '';
  let [rowRepeats, cellRepeats] = [1, 1];
  let skipped = 0;
  let paragraphs = 0;
  await parseMarkup(zip.read(CONTENT), {
    open(name, attributes) {
      if (SKIPPED_IN_SHEETS.has(name)) skipped++;
      if (skipped > 0) return;
      if (name === 'table') text.startPart(sheet, `sheet ${names[sheet++] ?? ''}`);
      else if (name === 'table-row') [cells, rowRepeats] = [[], repeats(attributes['table:number-rows-repeated'])];
      else if (name === 'table-cell' || name === 'covered-table-cell')
        [cell, value, cellRepeats] = ['', valueOf(attributes), repeats(attributes['table:number-columns-repeated'])];
      else if (name === 'p') paragraphs++;
      else cell += spaceOf(name, attributes);
    },
    close(name) {
      if (SKIPPED_IN_SHEETS.has(name)) skipped--;
      if (skipped > 0) return;
      if (name === 'p') {
        paragraphs--;
        cell += ' ';
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        const shown = cell.replaceAll(/\s+/g, ' ').trim() || value;
        for (let times = 0; times < cellRepeats && cells.length < MAX_COLUMNS; times++) cells.push(shown);
      } else if (name === 'table-row' && cells.some(Boolean)) {
        const row = `${cells.slice(0, cells.findLastIndex(Boolean) + 1).join('\t')}\n`;
        // A row may stand for millions; the text is full long before.
        for (let times = 0; times < rowRepeats; times++) text.write(row);
      }
    },
    text(words) {
      if (paragraphs > 0 && skipped === 0) cell += words;
    },
  });
}

function valueOf(attributes: Record<string, string>): string {
  const names = ['value', 'date-value', 'time-value', 'boolean-value', 'string-value'];
  return names.map((name) => attributes[`office:${name}`]).find(Boolean) ?? '';
}

/** A name attribute of each such element, in order. */
async function listNames(zip: Zip, element: string, attribute: string): Promise<string[]> {
  const names: string[] = [];
  await parseMarkup(zip.read(CONTENT), {
    open(name, attributes) {
      if (name === element) names.push((attributes[attribute] ?? '').replaceAll(/\s+/g, ' '));
    },
  });
  return names;
}

function repeats(count = '1'): number {
  return Math.max(1, Math.trunc(Number(count)) || 1);
}

/** The white space for which an element stands. */
function spaceOf(name: string, attributes: Record<string, string>): string {
  if (name === 's') return ' '.repeat(Math.min(Number(attributes['text:c'] ?? 1) || 1, 1000));
  if (name === 'tab') return '\t';
  return name === 'line-break' ? '\n' : '';
}
