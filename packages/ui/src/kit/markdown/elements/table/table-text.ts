/** Returns a table's cells as tab-separated lines, which spreadsheets paste as cells. */
export function tableText(box: HTMLElement | null): string {
  return rowsOf(box)
    .map((cells) => cells.join('\t'))
    .join('\n');
}

/** Returns a table as the text of a CSV file. A cell that a spreadsheet would run as a formula is marked as text. */
export function tableCsv(box: HTMLElement | null): string {
  const lines = rowsOf(box).map((cells) => cells.map(csvCell).join(','));
  // Excel reads a file without this mark in the system's old encoding.
  return `\u{FEFF}${lines.map((line) => `${line}\r\n`).join('')}`;
}

/** The characters with which a formula begins, also in their full-width forms. */
const FORMULA = /^[=+\-@＝＋－＠]/;
const NUMBER = /^[+-][\d.,\s]*%?$/;

function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function rowsOf(box: HTMLElement | null): string[][] {
  return [...(box?.querySelectorAll('tr') ?? [])].map(({ cells }) => [...cells].map(cellText));
}

/** The cell's text: formulas, which are in the page twice, as their source, and without footnotes. */
function cellText(cell: HTMLTableCellElement): string {
  const copy = cell.cloneNode(true) as HTMLTableCellElement;
  for (const formula of copy.querySelectorAll<HTMLElement>('[data-written]')) {
    formula.replaceWith(formula.dataset.written ?? '');
  }
  for (const note of copy.querySelectorAll('.footnote-ref, [role=note]')) note.remove();
  return copy.textContent.trim().replaceAll(/\s+/g, ' ');
}
