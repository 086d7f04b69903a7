import type { BoundedText } from '../bounded-text.ts';
import type { Zip } from './open-zip.ts';
import { parseMarkup } from './parse-markup.ts';
import { readRelations } from './relations.ts';
import { readNumberFormat, showNumber, type NumberFormat } from './number-format.ts';

interface Workbook {
  sheets: { name: string; path: string; isHidden: boolean }[];
  /** Texts that cells refer to by number. */
  shared: string[];
  /** How a cell style shows numbers, by its number. */
  formats: NumberFormat[];
  startsIn1904: boolean;
}

/** More columns than any spreadsheet has. */
const MAX_COLUMNS = 16_384;

/**
 * Reads an Excel workbook: each sheet's rows as lines, their cells separated by tabs, then its comments. Formulas show
 * their last result, and themselves if they were never calculated.
 */
export async function readSheets(zip: Zip, main: string, text: BoundedText): Promise<void> {
  const workbook = await readWorkbook(zip, main);
  text.setParts(workbook.sheets.map(({ name }) => `sheet ${name}`));
  for (const [index, { name, path, isHidden }] of workbook.sheets.entries()) {
    text.startPart(index, `sheet ${name}${isHidden ? ', hidden' : ''}`);
    await readSheet(zip, path, workbook, text);
    const comments = [...(await readRelations(zip, path)).values()].find(({ type }) => type === 'comments');
    if (comments) await readComments(zip, comments.path, text);
  }
}

async function readWorkbook(zip: Zip, main: string): Promise<Workbook> {
  const relations = await readRelations(zip, main);
  const sheets: Workbook['sheets'] = [];
  let startsIn1904 = false;
  await parseMarkup(zip.read(main), {
    open(name, attributes) {
      if (name === 'workbookPr') startsIn1904 = isTrue(attributes['date1904']);
      const relation = name === 'sheet' && relations.get(attributes['r:id'] ?? '');
      if (relation && relation.type === 'worksheet')
        sheets.push({
          name: oneLine(attributes['name'] ?? ''),
          path: relation.path,
          isHidden: /hidden$/i.test(attributes['state'] ?? ''),
        });
    },
  });
  const pathOf = (wanted: string) => [...relations.values()].find(({ type }) => type === wanted)?.path ?? '';
  return {
    sheets,
    startsIn1904,
    shared: await readSharedStrings(zip, pathOf('sharedStrings')),
    formats: await readFormats(zip, pathOf('styles')),
  };
}

async function readSharedStrings(zip: Zip, path: string): Promise<string[]> {
  const shared: string[] = [];
  let words = '';
  let isWords = false;
  let isReading = true;
  await parseMarkup(zip.read(path), {
    open(name) {
      if (name === 'si') words = '';
      // How Japanese words are pronounced is no part of the text.
      else if (name === 'rPh') isReading = false;
      else if (name === 't') isWords = isReading;
    },
    close(name) {
      if (name === 'si') shared.push(words);
      else if (name === 'rPh') isReading = true;
      else if (name === 't') isWords = false;
    },
    text(piece) {
      if (isWords) words += piece;
    },
  });
  return shared;
}

async function readFormats(zip: Zip, path: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isCells = false;
  await parseMarkup(zip.read(path), {
    open(name, attributes) {
      const id = Number(attributes['numFmtId']);
      if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '');
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) formats.push(readNumberFormat(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return formats;
}

async function readSheet(zip: Zip, path: string, workbook: Workbook, text: BoundedText): Promise<void> {
  let cells: string[] = [];
  let cell: Record<string, string> = {};
  let value = '';
  let formula = '';
  let part: 'value' | 'formula' | null = null;
  await parseMarkup(zip.read(path), {
    open(name, attributes) {
      if (name === 'row') cells = [];
      else if (name === 'c') [cell, value, formula] = [attributes, '', ''];
      else if (name === 'v' || name === 't') part = 'value';
      else if (name === 'f') part = 'formula';
    },
    close(name) {
      if (name === 'v' || name === 't' || name === 'f') part = null;
      else if (name === 'c') {
        const column = columnOf(cell['r'] ?? '') ?? cells.length;
        while (cells.length < Math.min(column, MAX_COLUMNS)) cells.push('');
        cells[column] = value === '' && formula !== '' ? oneLine(`=${formula}`) : shownValue(cell, value, workbook);
      } else if (name === 'row' && cells.some(Boolean)) text.write(`${cells.join('\t')}\n`);
    },
    text(piece) {
      if (part === 'value') value += piece;
      else if (part === 'formula') formula += piece;
    },
  });
}

function shownValue({ t: type = 'n', s: style }: Record<string, string>, value: string, workbook: Workbook): string {
  if (type === 's') return oneLine(workbook.shared[Number(value)] ?? '');
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  const format = workbook.formats[Number(style ?? 0)];
  if (type === 'n' && format) return showNumber(value, format, workbook.startsIn1904);
  return oneLine(value);
}

/** Writes the comments on a sheet's cells. */
async function readComments(zip: Zip, path: string, text: BoundedText): Promise<void> {
  const authors: string[] = [];
  let mark = '';
  let words = '';
  await parseMarkup(zip.read(path), {
    open(name, { ref = '', authorId = '' }) {
      if (name === 'author') authors.push('');
      if (name !== 'comment') return;
      const author = oneLine(authors[Number(authorId)] ?? '');
      mark = `[comment on ${ref}] ${author && `${author}: `}`;
      words = '';
    },
    close(name) {
      if (name === 'comment') text.write(`${mark}${oneLine(words)}\n`);
    },
    text(piece) {
      if (mark === '' && authors.length > 0) authors[authors.length - 1] += piece;
      else words += piece;
    },
  });
}

/** The column of a cell reference, counted from 0: 2 for `C5`; undefined if it names none. */
function columnOf(reference: string): number | undefined {
  const [letters = ''] = /^[A-Z]{1,3}/.exec(reference) ?? [];
  if (letters === '') return undefined;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return column < MAX_COLUMNS ? column : undefined;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
