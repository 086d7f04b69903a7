// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { tableCsv, tableText } from './table-text.ts';

function table(...rows: string[][]): HTMLElement {
  const box = document.createElement('div');
  const body = document.createElement('table');
  for (const cells of rows) {
    const row = body.insertRow();
    for (const text of cells) row.insertCell().textContent = text;
  }
  box.append(body);
  return box;
}

test('cells are copied with tabs and saved with commas and quotes', () => {
  const box = table(['Name', 'Note'], [' Ada\n Lovelace', 'first, "best"']);
  expect(tableText(box)).toBe('Name\tNote\nAda Lovelace\tfirst, "best"');
  expect(tableCsv(box)).toBe('\u{FEFF}Name,Note\r\nAda Lovelace,"first, ""best"""\r\n');
});

test('a formula in a cell is copied once, as its source, and a footnote not at all', () => {
  const box = table(['', 'Blue']);
  const [formula, note] = box.querySelectorAll('td');
  formula?.insertAdjacentHTML('beforeend', '<span data-written="$x^2$"><math>x2</math><i>x2</i></span>');
  note?.insertAdjacentHTML('beforeend', '<button class="footnote-ref">1</button><span role="note"><b>1</b>No.</span>');
  expect(tableText(box)).toBe('$x^2$\tBlue');
});

test.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '=HYPERLINK("http://evil.example","x")', '＝1', ' =1'])(
  'a spreadsheet does not run the cell %j',
  (cell) => {
    const [, line = ''] = tableCsv(table(['Name'], [cell])).split('\r\n');
    expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
  },
);

test.each(['-5', '+4.5', '-1,000.25', '-3 %', '−2', '-'])('the number %j stays a number', (cell) => {
  expect(tableCsv(table(['Name'], [cell]))).not.toContain("'");
});
