import { isBetweenDollars } from '../formula/is-formula.ts';
import { standIn } from './hostile-markers.ts';

const tableRow = /^[ \t>]*\|.*$/gm;
/** Code, and formulas in `\(` and `\)`, within a line. A marker with a space on its inner side is text of a cell. */
const verbatim = /(?<![`\\])(`{1,2})(?![`\s])[^`\n]{1,200}(?<!\s)\1(?!`)|(?<!\\)\\\((?:[^\\]|\\[^()]){1,200}\\\)/g;
/** Formulas between dollars. */
const formula = /(?<![\\$\w|])\$(?![\s$])([^$\n]{1,200})(?<![\s\\])\$(?![\w$])/g;

/**
 * Keeps the pipes in code and formulas of table rows from ending their cells: models often write `a || b` without
 * escapes. Each is replaced by a stand-in; pass the parsed tree to `restoreMarkers` if the result is another text.
 */
export function hidePipes(source: string): string {
  return source.replace(tableRow, (row) =>
    row
      .replace(verbatim, hidden)
      .replace(formula, (written, tex: string) => (isBetweenDollars(tex) ? hidden(written) : written)),
  );
}

function hidden(written: string): string {
  return written.replaceAll(/(?<!\\)\|/g, standIn('|'));
}
