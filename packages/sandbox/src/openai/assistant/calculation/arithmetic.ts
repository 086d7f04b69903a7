import { calculate } from './calculator.ts';
import { equalsSign, formatNumber } from './numbers.ts';
import { shortQuestion, type Rule } from '../turn.ts';

const ASKING =
  /^(?:(?:please|can you|could you|what(?:'s| is| are)|calculate|compute|work out|how much (?:is|are)|solve)\s+)+/;

const ISO_DATE = /^\d{4}-\d{1,2}-\d{1,2}$/;

/** Everyday words and signs, with the calculator's notation for each. */
const WRITTEN: [RegExp, string][] = [
  [/[×·]|\bmultiplied by\b|\btimes\b/g, '*'],
  [/÷|\bdivided by\b/g, '/'],
  [/[−–]|\bminus\b/g, '-'],
  [/\bplus\b/g, '+'],
  [/\bto the power of\b/g, '^'],
  [/(?:\bthe )?\bsquare root of\b|√/g, 'sqrt '],
  [/\bsquared\b|²/g, '^2'],
  [/\bcubed\b|³/g, '^3'],
  [/\bper ?cent\b/g, '%'],
  [/\bmodulo\b/g, 'mod'],
  [/(?<=[\d)]\s*)x(?=\s*[\d(.-])/g, '*'],
];

export const arithmetic: Rule = {
  name: 'arithmetic',
  answer: (turn) => {
    const asked = shortQuestion(turn, 300)?.replace(ASKING, '');
    if (asked === undefined || ISO_DATE.test(asked)) return null;
    const expression = WRITTEN.reduce((written, [from, to]) => written.replace(from, to), asked);
    const result = calculate(expression);
    if (!result) return null;
    if ('problem' in result)
      return { text: `${result.written} has no answer: ${result.problem}`, steps: [result.problem] };
    const { written, value, steps } = result;
    return { text: `${written} ${equalsSign(value)} **${formatNumber(value)}**`, steps };
  },
};
