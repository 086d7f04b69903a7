import { expect, test } from 'vitest';
import { isPasted, pastedFile } from './pasted-file.ts';

test.each([
  ['one', 'Pasted text, 1 line.txt'],
  ['one\ntwo\n', 'Pasted text, 2 lines.txt'],
])('the name of the pasted text %j is %s', (text, name) => {
  expect(pastedFile(text).name).toBe(name);
  expect(isPasted(name)).toBe(true);
});

test.each(['Pasted text.txt', 'Pasted text, 2 lines.md', 'notes 2.txt', ''])('%j was not pasted', (name) => {
  expect(isPasted(name)).toBe(false);
});
