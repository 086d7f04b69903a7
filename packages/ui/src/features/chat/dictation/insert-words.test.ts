import { expect, test } from 'vitest';
import { insertWords } from './insert-words.ts';

test.each([
  ['|', 'words|'],
  ['Before|', 'Before words|'],
  ['Before |', 'Before words|'],
  ['Before\n|after', 'Before\nwords| after'],
  ['Before| after', 'Before words| after'],
  ['Be|fore', 'Be words| fore'],
  ['(|)', '(words|)'],
  ['Before|, after', 'Before words|, after'],
  ['“|”', '“words|”'],
])('inserts words into %j as %j', (given, expected) => {
  const at = given.indexOf('|');
  const { text, end } = insertWords(given.replace('|', ''), 'words', at);
  expect(`${text.slice(0, end)}|${text.slice(end)}`).toBe(expected);
});
