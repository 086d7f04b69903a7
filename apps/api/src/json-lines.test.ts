import { expect, it } from 'vitest';
import { brokenLineOf, lineOf, repeatedKeys } from './json-lines.ts';

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

it.each([
  ['an unquoted value', '{\n  "a": 1,\n  "b": yes\n}', 3],
  ['a missing value', '{\n  "a": {\n    "b":\n  }\n}', 4],
  ['a comment', '{\n  "a": 1, // one\n  "b": 2\n}', 2],
  ['a comma after the last entry', '{\n  "a": [\n    1,\n  ]\n}', 4],
  ['a text over two lines', '{\n  "a": "b\nc",\n  "d": 1\n}', 2],
  ['a second object', '{\n  "a": 1\n}\n\n{}', 5],
  ['a missing end', '{\n  "a": {\n    "b": 1\n\n', 3],
  ['nothing', '', 1],
])('finds the line of %s', (_, text, line) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(brokenLineOf(text)).toBe(line);
});

it.each<[string, PropertyKey[][]]>([
  ['{"a": {"a": 1}, "b": [{"a": 1}, {"a": 1}, "a", "a"]}', []],
  ['{"a": 1, "b": {"a": 2}, "a": 3}', [['a']]],
  [
    '{"a": [0, {"b": "{", "c": [], "b": ":", "b": 1}]}',
    [
      ['a', 1, 'b'],
      ['a', 1, 'b'],
    ],
  ],
  ['{"a\\u0062": 1, "ab": 2}', [['ab']]],
  [
    '[{"a": {}, "a": {"x": 1, "x": 2}}]',
    [
      [0, 'a'],
      [0, 'a', 'x'],
    ],
  ],
  ['"a"', []],
])('finds the keys of %s that are there before', (text, paths) => {
  JSON.parse(text);
  expect(repeatedKeys(text)).toEqual(paths);
});
