import { expect, it } from 'vitest';
import { lineOf } from './json-lines.ts';

const TEXT = `{
  "models": [
    { "id": "a, [\\"}", "price": { "input": 1 } },
    {
      "id": "b",
      "plans": [
        "free",
        "gold"
      ],
      "price": { "output": 2,
        "input": 3 }
    }
  ],
  "id": 1, "id": 2,
  "last": null
}`;

it.each<[PropertyKey[], number]>([
  [[], 1],
  [['models'], 2],
  [['models', 0, 'price', 'input'], 3],
  [['models', 1], 4],
  [['models', 1, 'id'], 5],
  [['models', 1, 'plans', 1], 8],
  [['models', 1, 'price', 'input'], 11],
  [['models', 1, 'missing'], 4],
  [['models', 7, 'id'], 2],
  [['id'], 14],
  [['last', 'deeper'], 15],
  [['nowhere'], 1],
])('finds the line of %j', (path, line) => {
  JSON.parse(TEXT);
  expect(lineOf(TEXT, path)).toBe(line);
});
