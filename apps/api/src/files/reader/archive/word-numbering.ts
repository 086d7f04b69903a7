import type { Zip } from './open-zip.ts';
import { parseMarkup } from './parse-markup.ts';

interface Level {
  /** Word's name of the format, such as `bullet`, `decimal` or `lowerLetter`. */
  format: string;
  /** The text with places for numbers, such as `%1.%2`. */
  text: string;
  start: number;
}

/** Word has nine levels. */
const MAX_LEVELS = 9;

/** Counts the items of a Word document's lists, as Word numbers them. */
export class WordNumbering {
  /** The levels of each list definition, and the definition of each list. */
  readonly #definitions = new Map<string, Level[]>();
  readonly #lists = new Map<string, string>();
  /** The last number on each level, by definition. */
  readonly #counts = new Map<string, number[]>();

  async read(zip: Zip, path: string): Promise<void> {
    let definition = '';
    let list = '';
    let level: Level = { format: '', text: '', start: 1 };
    await parseMarkup(zip.read(path), {
      open: (name, attributes) => {
        const value = attributes['w:val'] ?? '';
        if (name === 'abstractNum') this.#definitions.set((definition = attributes['w:abstractNumId'] ?? ''), []);
        else if (name === 'lvl') {
          level = { format: 'decimal', text: '', start: 1 };
          const levels = this.#definitions.get(definition);
          if (list === '' && levels && levels.length < MAX_LEVELS) levels.push(level);
        } else if (name === 'numFmt') level.format = value;
        else if (name === 'lvlText') level.text = value;
        else if (name === 'start') level.start = Number(value) || 0;
        else if (name === 'num') list = attributes['w:numId'] ?? '';
        else if (name === 'abstractNumId') this.#lists.set(list, value);
      },
    });
  }

  /** The number of the next item of a list on this level, counted from 0; '' for a bullet. */
  next(list: string, depth: number): string {
    const definition = this.#lists.get(list) ?? '';
    const levels = this.#definitions.get(definition) ?? [];
    const level = levels[depth];
    if (!level || level.format === 'bullet' || level.format === 'none') return '';
    const counts = (this.#counts.get(definition) ?? []).slice(0, depth + 1);
    for (let above = 0; above < depth; above++) counts[above] ??= levels[above]?.start ?? 1;
    counts[depth] = counts[depth] === undefined ? level.start : counts[depth] + 1;
    this.#counts.set(definition, counts);
    return level.text.replaceAll(/%([1-9])/g, (_, place: string) => {
      const at = Number(place) - 1;
      return numeral(counts[at] ?? 1, levels[at]?.format ?? 'decimal');
    });
  }
}

const ROMAN: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
/** Larger numbers are written as decimals. */
const MAX_ROMAN = 4000;

function numeral(number: number, format: string): string {
  if (format.endsWith('Letter') && number > 0) {
    // After z come aa, bb and so on.
    const letter = String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.min(Math.ceil(number / 26), 10));
    return format === 'upperLetter' ? letter.toUpperCase() : letter;
  }
  if (format.endsWith('Roman') && number > 0 && number < MAX_ROMAN) {
    let rest = number;
    let text = '';
    for (const [value, sign] of ROMAN) for (; rest >= value; rest -= value) text += sign;
    return format === 'upperRoman' ? text.toUpperCase() : text;
  }
  return String(number);
}
