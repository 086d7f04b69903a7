import { isDateFormat, LITERAL, serialDate } from './serial-date.ts';

/** How a spreadsheet shows a number. */
export interface NumberFormat {
  kind: 'number' | 'percent' | 'date' | 'elapsed';
  /** Words around the number, such as a currency or a unit. */
  before: string;
  after: string;
  /** Digits that a whole number has at least, such as five of a postal code. */
  wholeDigits?: number;
}

/** Excel's own formats of percentages and of elapsed time. */
const PERCENT = [9, 10];
const ELAPSED = 46;
const CURRENCY = /[€$£¥₹₩₽₺]/;

/** Reads the format with this number; `code` is absent for Excel's own. */
export function readNumberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    const kind =
      id === ELAPSED ? 'elapsed' : isDateFormat(id, code) ? 'date' : PERCENT.includes(id) ? 'percent' : 'number';
    return { kind, before: '', after: '' };
  }
  const signs = code.replaceAll(LITERAL, '');
  if (/\[[hms]+\]/i.test(signs)) return { kind: 'elapsed', before: '', after: '' };
  if (isDateFormat(id, code)) return { kind: 'date', before: '', after: '' };
  if (signs.includes('%')) return { kind: 'percent', before: '', after: '' };
  const [zeros = ''] = /^0+(?=;|$)/.exec(signs.trim()) ?? [];
  return { kind: 'number', ...readUnits(code), ...(zeros.length > 1 && { wholeDigits: zeros.length }) };
}

/** The words before and after the digits of a format's first part, which is that of positive numbers. */
function readUnits(code: string): Pick<NumberFormat, 'before' | 'after'> {
  const units = { before: '', after: '' };
  let side: 'before' | 'after' = 'before';
  for (const [whole, quoted, escaped, currency] of code.matchAll(
    /"([^"]*)"?|\\(.)|\[\$([^\]-]*)[^\]]*\]?|\[[^\]]*\]?|[_*].|General|./gs,
  )) {
    if (whole === ';') break;
    if (/^(?:[0#?]|General)$/.test(whole)) side = 'after';
    else units[side] += quoted ?? escaped ?? currency ?? (CURRENCY.test(whole) ? whole : '');
  }
  return { before: units.before.trim(), after: units.after.trim() };
}

const DAY_S = 24 * 3600;

/** A number as a spreadsheet shows it, with all its digits. Dates are written as `2026-11-22`. */
export function showNumber(value: string, format: NumberFormat, startsIn1904: boolean): string {
  const { kind, before, after, wholeDigits = 0 } = format;
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  if (kind === 'date') return serialDate(number, startsIn1904) ?? value;
  if (kind === 'elapsed') return elapsed(Math.round(number * DAY_S));
  if (kind === 'percent') return `${digits(number * 100)}%`;
  const shown = Number.isInteger(number) && number >= 0 ? digits(number).padStart(wholeDigits, '0') : digits(number);
  return `${before}${shown}${after && ` ${after}`}`;
}

/** A spreadsheet calculates with 15 digits, so that 0.1 + 0.2 is 0.3. */
function digits(number: number): string {
  return String(Number(number.toPrecision(15)));
}

function elapsed(seconds: number): string {
  const [hours, minutes, rest] = [Math.abs(seconds) / 3600, (Math.abs(seconds) / 60) % 60, Math.abs(seconds) % 60];
  const two = (part: number) => String(Math.trunc(part)).padStart(2, '0');
  return `${seconds < 0 ? '-' : ''}${Math.trunc(hours)}:${two(minutes)}:${two(rest)}`;
}
