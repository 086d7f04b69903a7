import { expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

it.each([
  ['[[[[]]]]', 4],
  ['{"a":{"b":{}}}', 3],
  ['[1,2,3,4]', 4],
  ['{"a":1,"b":[2,3]}', 4],
  [String.raw`["a\"[[[","\\",{}]`, 4],
])('counts the lists, objects and commas of %s outside of its texts', (json, count) => {
  expect(parseJson(Buffer.from(json), count)).toEqual(JSON.parse(json));
  expect(() => parseJson(Buffer.from(json), count - 1)).toThrow(expect.objectContaining({ code: 'too-large' }));
});

it.each(['', '{', '"', String.raw`"\\`, '["[[[[[[['])('refuses a text that is no JSON: %s', (text) => {
  const refusal = { code: 'invalid-request', message: 'The request isn’t valid JSON.' };
  expect(() => parseJson(Buffer.from(text), 9)).toThrow(expect.objectContaining(refusal));
});

it('refuses 30 MB of nested lists in a moment', () => {
  const bytes = Buffer.from('['.repeat(30e6));
  const began = process.cpuUsage();
  expect(() => parseJson(bytes, 100_000)).toThrow(expect.objectContaining({ code: 'too-large' }));
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(200);
});
