import type { BoundedText } from './bounded-text.ts';
import type { Zip } from './open-zip.ts';
import { parseMarkup } from './parse-markup.ts';
import { readRelations } from './relations.ts';
import { isDateFormat, serialDate } from './serial-date.ts';

interface Workbook {
  sheets: { name: string; path: string }[];
  /** Texts that cells refer to by number. */
  shared: string[];
  /** Whether a cell style shows a date, by its number. */
  isDate: boolean[];
  startsIn1904: boolean;
}

/** More columns than any spreadsheet has. */
const MAX_COLUMNS = 16_384;

/** Reads an Excel workbook: each sheet's rows as lines, their cells separated by tabs. Formulas show their last result. */
export async function readSheets(zip: Zip, main: string, text: BoundedText): Promise<void> {
  const workbook = await readWorkbook(zip, main);
  text.setParts(workbook.sheets.map(({ name }) => `sheet ${name}`));
  for (const [index, { name, path }] of workbook.sheets.entries()) {
    text.startPart(index, `sheet ${name}`);
    await readSheet(zip, path, workbook, text);
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
        sheets.push({ name: oneLine(attributes['name'] ?? ''), path: relation.path });
    },
  });
  const pathOf = (wanted: string) => [...relations.values()].find(({ type }) => type === wanted)?.path ?? '';
  return {
    sheets,
    startsIn1904,
    shared: await readSharedStrings(zip, pathOf('sharedStrings')),
    isDate: await readDateStyles(zip, pathOf('styles')),
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

async function readDateStyles(zip: Zip, path: string): Promise<boolean[]> {
  const codes = new Map<number, string>();
  const isDate: boolean[] = [];
  let isCells = false;
  await parseMarkup(zip.read(path), {
    open(name, attributes) {
      const id = Number(attributes['numFmtId']);
      if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '');
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) isDate.push(isDateFormat(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return isDate;
}

async function readSheet(zip: Zip, path: string, workbook: Workbook, text: BoundedText): Promise<void> {
  let cells: string[] = [];
  let cell: Record<string, string> = {};
  let value = '';
  let isValue = false;
  await parseMarkup(zip.read(path), {
    open(name, attributes) {
      if (name === 'row') cells = [];
      else if (name === 'c') [cell, value] = [attributes, ''];
      else if (name === 'v' || name === 't') isValue = true;
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c') {
        const column = columnOf(cell['r'] ?? '') ?? cells.length;
        while (cells.length < Math.min(column, MAX_COLUMNS)) cells.push('');
        cells[column] = shownValue(cell, value, workbook);
      } else if (name === 'row' && cells.some(Boolean)) text.write(`${cells.join('\t')}\n`);
    },
    text(piece) {
      if (isValue) value += piece;
    },
  });
}

function shownValue({ t: type = 'n', s: style }: Record<string, string>, value: string, workbook: Workbook): string {
  if (type === 's') return oneLine(workbook.shared[Number(value)] ?? '');
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'n' && value !== '' && workbook.isDate[Number(style ?? -1)])
    return serialDate(Number(value), workbook.startsIn1904) ?? value;
  return oneLine(value);
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
