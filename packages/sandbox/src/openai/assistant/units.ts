import { equalsSign, formatNumber } from './numbers.ts';
import { shortQuestion, type Rule } from './turn.ts';

const DIGITS = 7;

interface Unit {
  shown: string;
  kind: 'length' | 'mass' | 'volume' | 'speed' | 'temperature' | 'data' | 'area';
  /**
   * Conversion to meters, kilograms, liters, meters per second, kelvin, bytes or square meters: `value * factor +
   * offset`.
   */
  factor: number;
  offset?: number;
  names: RegExp;
}

const UNITS: Unit[] = [
  { shown: 'mm', kind: 'length', factor: 0.001, names: /^(?:mm|millimet(?:er|re)s?)$/ },
  { shown: 'cm', kind: 'length', factor: 0.01, names: /^(?:cm|centimet(?:er|re)s?)$/ },
  { shown: 'm', kind: 'length', factor: 1, names: /^(?:m|met(?:er|re)s?)$/ },
  { shown: 'km', kind: 'length', factor: 1000, names: /^(?:km|kms|kilomet(?:er|re)s?)$/ },
  { shown: 'in', kind: 'length', factor: 0.0254, names: /^(?:in|inch|inches|")$/ },
  { shown: 'ft', kind: 'length', factor: 0.3048, names: /^(?:ft|foot|feet)$/ },
  { shown: 'yd', kind: 'length', factor: 0.9144, names: /^(?:yd|yards?)$/ },
  { shown: 'miles', kind: 'length', factor: 1609.344, names: /^(?:mi|miles?)$/ },
  { shown: 'g', kind: 'mass', factor: 0.001, names: /^(?:g|grams?|grammes?)$/ },
  { shown: 'kg', kind: 'mass', factor: 1, names: /^(?:kg|kgs|kilos?|kilograms?)$/ },
  { shown: 'oz', kind: 'mass', factor: 0.028349523125, names: /^(?:oz|ounces?)$/ },
  { shown: 'lb', kind: 'mass', factor: 0.45359237, names: /^(?:lbs?|pounds?)$/ },
  { shown: 'ml', kind: 'volume', factor: 0.001, names: /^(?:ml|millilit(?:er|re)s?)$/ },
  { shown: 'l', kind: 'volume', factor: 1, names: /^(?:l|lit(?:er|re)s?)$/ },
  { shown: 'US gallons', kind: 'volume', factor: 3.785411784, names: /^(?:gal|(?:us )?gallons?)$/ },
  { shown: 'US cups', kind: 'volume', factor: 0.2365882365, names: /^(?:us )?cups?$/ },
  { shown: 'km/h', kind: 'speed', factor: 1 / 3.6, names: /^(?:km\/h|kmh|kph)$/ },
  { shown: 'mph', kind: 'speed', factor: 0.44704, names: /^(?:mph|miles per hour)$/ },
  { shown: 'm/s', kind: 'speed', factor: 1, names: /^m\/s$/ },
  { shown: '°C', kind: 'temperature', factor: 1, offset: 273.15, names: /^(?:°?\s?c|(?:degrees? )?celsius)$/ },
  {
    shown: '°F',
    kind: 'temperature',
    factor: 5 / 9,
    offset: 459.67 * (5 / 9),
    names: /^(?:°?\s?f|(?:degrees? )?fahrenheit)$/,
  },
  { shown: 'K', kind: 'temperature', factor: 1, names: /^(?:k|kelvins?)$/ },
  { shown: 'MB', kind: 'data', factor: 1e6, names: /^(?:mb|megabytes?)$/ },
  { shown: 'GB', kind: 'data', factor: 1e9, names: /^(?:gb|gigabytes?)$/ },
  { shown: 'm²', kind: 'area', factor: 1, names: /^(?:m²|m2|sqm|square met(?:er|re)s?)$/ },
  { shown: 'sq ft', kind: 'area', factor: 0.09290304, names: /^(?:sq ?ft|square f(?:oo|ee)t)$/ },
  { shown: 'hectares', kind: 'area', factor: 10_000, names: /^(?:ha|hectares?)$/ },
  { shown: 'acres', kind: 'area', factor: 4046.8564224, names: /^acres?$/ },
];

const AMOUNT = String.raw`(?<amount>[-−]?\d[\d,]*(?:\.\d+)?)`;
const FORMS = [
  new RegExp(
    `^(?:please )?(?:convert |what(?:'s| is) |how much is )?${AMOUNT}\\s*(?<from>\\S.*?)\\s+(?:in|to|into|as)\\s+(?<to>.+)$`,
  ),
  new RegExp(`^how many (?<to>.+?) (?:are|is|make|in)(?: there)?(?: in)? (?:a |an )?${AMOUNT}\\s*(?<from>.+)$`),
];
const CURRENCY = /[$€£¥]|\b(?:usd|eur|gbp|chf|jpy|dollars?|euros?|pounds sterling|yen|francs?|rupees?)\b/;

export const units: Rule = {
  name: 'units',
  answer: (turn) => {
    const asked = shortQuestion(turn, 100);
    if (asked === null) return null;
    if (CURRENCY.test(asked) && /\d/.test(asked) && /\b(?:in|to|into|as|is)\b/.test(asked)) {
      const why = 'Exchange rates change every day and I have no source for them, so I would be guessing.';
      return {
        text: `I do not convert currencies. ${why}`,
        steps: ['Found a currency; there is no exchange rate to use.'],
      };
    }
    const found = FORMS.map((form) => form.exec(asked)?.groups).find((groups) => groups !== undefined);
    const from = unitNamed(found?.['from']);
    const to = unitNamed(found?.['to']);
    const amount = Number(found?.['amount']?.replaceAll(',', '').replace('−', '-'));
    if (!from || !to || Number.isNaN(amount)) return null;
    if (from.kind !== to.kind) {
      const why = `${from.shown} measures ${from.kind}, ${to.shown} measures ${to.kind}.`;
      return { text: `One cannot be turned into the other: ${why}`, steps: [why] };
    }
    const base = amount * from.factor + (from.offset ?? 0);
    // Rounded to hide binary floating-point error.
    const value = Number(((base - (to.offset ?? 0)) / to.factor).toPrecision(12));
    const result = `${equalsSign(value, DIGITS)} **${formatNumber(value, DIGITS)} ${to.shown}**`;
    return {
      text: `${formatNumber(amount)} ${from.shown} ${result}`,
      steps: [`Converted ${from.kind} from ${from.shown} to ${to.shown}.`],
    };
  },
};

function unitNamed(name: string | undefined): Unit | undefined {
  const asked = name?.trim() ?? '';
  return UNITS.find(({ names }) => names.test(asked));
}
