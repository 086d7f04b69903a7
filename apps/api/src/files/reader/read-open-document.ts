import type { BoundedText } from './bounded-text.ts';
import { MarkdownWriter } from './markdown-writer.ts';
import type { Zip } from './open-zip.ts';
import { parseMarkup } from './parse-markup.ts';

const CONTENT = 'content.xml';
/** More columns than any spreadsheet has. */
const MAX_COLUMNS = 16_384;
/** Parts whose words are not the document's: deleted text, and remarks on cells. */
const SKIPPED = new Set(['tracked-changes', 'annotation', 'forms', 'shapes']);

/** Reads a text document or presentation of LibreOffice: headings, lists and tables as Markdown, with slide marks. */
export async function readOpenDocument(zip: Zip, text: BoundedText): Promise<void> {
  const writer = new MarkdownWriter(text);
  const slides = await listNames(zip, 'page', 'draw:name');
  text.setParts(slides.map((_, index) => `slide ${index + 1}`));
  let slide = 0;
  let level = 0;
  let lists = 0;
  let skipped = 0;
  let paragraphs = 0;
  await parseMarkup(zip.read(CONTENT), {
    open(name, attributes) {
      if (SKIPPED.has(name)) skipped++;
      if (skipped > 0) return;
      if (name === 'page') text.startPart(slide++, `slide ${slide}`);
      else if (name === 'notes') text.write('Speaker notes:\n');
      else if (name === 'list') lists++;
      else if (name === 'table') writer.openTable();
      else if (name === 'h' || name === 'p') {
        paragraphs++;
        level = name === 'h' ? Number(attributes['text:outline-level'] ?? 1) || 1 : 0;
      } else writer.words(spaceOf(name, attributes));
    },
    close(name) {
      if (SKIPPED.has(name)) skipped--;
      if (skipped > 0) return;
      if (name === 'list') lists--;
      else if (name === 'table') writer.closeTable();
      else if (name === 'table-cell') writer.closeCell();
      else if (name === 'table-row') writer.closeRow();
      else if (name === 'h' || name === 'p') {
        paragraphs--;
        writer.endParagraph({ level, listDepth: lists });
      }
    },
    text(words) {
      if (paragraphs > 0 && skipped === 0) writer.words(words);
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
  let [rowRepeats, cellRepeats] = [1, 1];
  let skipped = 0;
  let paragraphs = 0;
  await parseMarkup(zip.read(CONTENT), {
    open(name, attributes) {
      if (SKIPPED.has(name)) skipped++;
      if (skipped > 0) return;
      if (name === 'table') text.startPart(sheet, `sheet ${names[sheet++] ?? ''}`);
      else if (name === 'table-row') [cells, rowRepeats] = [[], repeats(attributes['table:number-rows-repeated'])];
      else if (name === 'table-cell' || name === 'covered-table-cell')
        [cell, cellRepeats] = ['', repeats(attributes['table:number-columns-repeated'])];
      else if (name === 'p') paragraphs++;
      else cell += spaceOf(name, attributes);
    },
    close(name) {
      if (SKIPPED.has(name)) skipped--;
      if (skipped > 0) return;
      if (name === 'p') {
        paragraphs--;
        cell += ' ';
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        const shown = cell.replaceAll(/\s+/g, ' ').trim();
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
