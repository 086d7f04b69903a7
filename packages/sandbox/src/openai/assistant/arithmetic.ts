import { calculate } from './calculator.ts';
import { equalsSign, formatNumber } from './numbers.ts';
import type { Rule } from './turn.ts';

const ASKING =
  /^(?:(?:please|can you|could you|what(?:'s| is| are)|calculate|compute|work out|how much (?:is|are)|solve)\s+)+/i;

const ISO_DATE = /^\d{4}-\d{1,2}-\d{1,2}$/;

/** Words and signs that people write for what the calculator knows. */
const WRITTEN: [RegExp, string][] = [
  [/[×·]|\bmultiplied by\b|\btimes\b/gi, '*'],
  [/÷|\bdivided by\b/gi, '/'],
  [/[−–]|\bminus\b/gi, '-'],
  [/\bplus\b/gi, '+'],
  [/\bto the power of\b/gi, '^'],
  [/(?:\bthe )?\bsquare root of\b|√/gi, 'sqrt '],
  [/\bsquared\b|²/gi, '^2'],
  [/\bcubed\b|³/gi, '^3'],
  [/\bper ?cent\b/gi, '%'],
  [/\bmodulo\b/gi, 'mod'],
  [/(?<=[\d)]\s*)x(?=\s*[\d(.-])/gi, '*'],
];

export const arithmetic: Rule = {
  name: 'arithmetic',
  answer: ({ text }) => {
    const asked = text.replace(ASKING, '').replace(/[\s?=.!]+$/, '');
    if (asked.length > 300 || ISO_DATE.test(asked)) return null;
    const expression = WRITTEN.reduce((written, [from, to]) => written.replace(from, to), asked).toLowerCase();
    const result = calculate(expression);
    if (!result) return null;
    if ('problem' in result)
      return { text: `${result.written} has no answer: ${result.problem}`, steps: [result.problem] };
    const { written, value, steps } = result;
    return { text: `${written} ${equalsSign(value)} **${formatNumber(value)}**`, steps };
  },
};
