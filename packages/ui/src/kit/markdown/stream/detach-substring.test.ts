import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { IncrementalDocument } from './incremental-document.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Heap bytes of a reply that grew by one of these pieces at a time. */
function bytesOf(pieces: readonly string[]): number {
  collect();
  const before = process.memoryUsage().heapUsed;
  const document = new IncrementalDocument();
  let text = '';
  for (const piece of pieces) {
    text += piece;
    document.read(text, true);
  }
  collect();
  const after = process.memoryUsage().heapUsed;
  expect(document.read(text, false).length).toBeGreaterThan(0);
  return after - before;
}

/** Median of three, since the heap holds other objects too. */
function usualBytesOf(pieces: readonly string[]): number {
  const [, usual = NaN] = [bytesOf(pieces), bytesOf(pieces), bytesOf(pieces)].toSorted((a, b) => a - b);
  return usual;
}

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `Paragraph ${index} of a long reply, as models write them.\n\n`);
const code = (count: number) => [
  '```ts\n',
  ...Array.from({ length: count }, (_, index) => `const row${index} = ${index};\n`),
];

test.each([
  ['paragraphs', paragraphs],
  ['code', code],
])('a reply of %s that is twice as long takes twice the memory, not four times', (_what, make) => {
  bytesOf(make(200));
  expect(usualBytesOf(make(2000)) / usualBytesOf(make(1000))).toBeLessThan(3);
});
