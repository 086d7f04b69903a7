import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPrices } from './prices-config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-prices-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string) {
  writeFileSync(join(folder, 'prices.json'), text);
  const problems: string[] = [];
  return { prices: readPrices({ PRICES: 'prices.json' }, folder, problems), problems };
}

const file = (models: object, more: object = {}) => JSON.stringify({ date: '2026-11-23', models, ...more }, null, 2);
const GOOD = { input: 2, output: 10 };

test('reads the operator’s prices, and needs none', () => {
  expect(read(file({ mine: GOOD }))).toEqual({
    prices: { date: '2026-11-23', models: { mine: GOOD } },
    problems: [],
  });
  expect(readPrices({ PRICES: undefined }, folder, [])).toBeNull();
});

test.each([
  [
    'a negative price',
    file({ first: GOOD, mine: { ...GOOD, output: -1 } }),
    10,
    'output of mine must be a number of dol',
  ],
  ['a price in words', file({ mine: { ...GOOD, search: '0.01' } }), 7, 'search of mine must be a number of dollars'],
  ['a price of 10^12', file({ mine: { ...GOOD, input: 1e12 } }), 5, 'input of mine must be a number of dollars from 0'],
  ['an unknown field', file({ mine: { ...GOOD, outptu: 1 } }), 7, 'outptu of mine is unknown; remove it or correct'],
  ['half a price', file({ mine: { input: 1 } }), 4, 'mine must have both input and output, or neither'],
  ['a model without prices', file({ mine: 3 }), 4, 'mine must be an object with prices, such as'],
  ['no models', '{\n  "date": "2026-11-23"\n}', 1, 'models must be an object with the prices of each model'],
  ['a wrong day', file({}, { date: 'today' }), 2, 'date must be the day of the prices, such as "2026-11-23"'],
  ['an unknown part', file({}, { currency: 'EUR' }), 4, 'currency is unknown; remove it or correct its name'],
  [
    'a model that is there twice',
    file({ mine: GOOD }).replace('"models": {', '$&\n"mine": { "input": 1, "output": 1 },'),
    5,
    'mine is there twice; remove one of them',
  ],
  ['a list', '[]', 1, 'the content must be an object with date and models'],
])('names the line and the mend of %s', (_, text, line, mend) => {
  const { prices, problems } = read(text);
  expect(prices).toBeNull();
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`PRICES: in line ${line} of ${join(folder, 'prices.json')}, ${mend}`);
});

test('reads a file that an editor of Windows has written', () => {
  expect(read(`\ufeff${file({ mine: GOOD }).replaceAll('\n', '\r\n')}`).problems).toEqual([]);
});

test('names a file that is not JSON, or not there', () => {
  expect(read('{\n  "date": "2026-11-23",,\n}').problems[0]).toMatch(
    /^PRICES: .*prices\.json is not JSON from line 2 on; /,
  );
  const problems: string[] = [];
  expect(readPrices({ PRICES: 'none.json' }, folder, problems)).toBeNull();
  expect(problems).toEqual([
    `PRICES: can’t read ${join(folder, 'none.json')} (ENOENT); name a JSON file that this user can read`,
  ]);
});
