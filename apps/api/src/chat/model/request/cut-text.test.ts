import { expect, test } from 'vitest';
import { cutDocuments, cutText } from './cut-text.ts';

const wrapped = (name: string, text: string) => `<document name="${name}" pages="2">\n${text}\n</document>`;

test('cuts text with a note and never splits a character', () => {
  expect(cutText('short', 100)).toBe('short');
  expect(cutText('🦜'.repeat(100), 60)).toMatch(/^(🦜)+\n\[cut: first \d+ of 200 characters\]$/u);
});

test('gives the room that short documents leave to long ones', () => {
  const message = `${wrapped('a', 'a'.repeat(50))}${wrapped('b', 'b'.repeat(5000))}${wrapped('c', 'c'.repeat(900))}\nWhy?`;
  const cut = cutDocuments(message, 2000);
  expect(cut).toContain(wrapped('a', 'a'.repeat(50)));
  expect(cut).toContain(wrapped('c', 'c'.repeat(900)));
  expect(cut).toMatch(/b{900,1050}\n\[cut: first \d+ of 5000 characters\]\n<\/document>/);
  expect(cut.endsWith('\nWhy?')).toBe(true);
});

test('leaves a message unchanged whose documents fit', () => {
  const message = `${wrapped('a', 'a'.repeat(50))}\n${'Why? '.repeat(1000)}`;
  expect(cutDocuments(message, 50)).toBe(message);
});
