import { expect, it } from 'vitest';
import { isPartOf } from './is-part-of.ts';

const REPLY = [
  '## Why *so*',
  'It **rains**. See [the map](https://a.example/b_(c)) or <https://c.example/d?e=1>.[^1]',
  'So $x^2 = \\alpha_{n}$ holds. 猫は**机**の上。',
  '![red fox](/api/files/x)',
].join('\n\n');

it.each([
  'Why so',
  'It rains.',
  'See the map or c.example.',
  'So x to the power of 2 equals alpha sub n holds.',
  '猫は机の上。',
  'Picture: red fox.',
  'Code.',
  'Table.',
])('accepts what is read of a reply: %s', (sentence) => {
  expect(isPartOf(sentence, REPLY)).toBe(true);
});

it.each(['It snows.', 'rains It', '', '...', 'Picture: blue fox.', ' equals ', 'Why so, reader?'])(
  'rejects what is not in the reply: %j',
  (sentence) => {
    expect(isPartOf(sentence, REPLY)).toBe(false);
  },
);
