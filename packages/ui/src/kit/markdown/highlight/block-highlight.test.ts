import { expect, test } from 'vitest';
import { BlockHighlight } from './block-highlight.ts';
import { loadGrammar } from './load-grammar.ts';

test('a block of thousands of nested brackets is highlighted for a bounded time, and then shown plain', async () => {
  const grammar = await loadGrammar('java');
  if (!grammar) throw new Error('There is no grammar.');
  const text = 'int a = 1;\n'.repeat(10) + '((((\n'.repeat(16_000) + 'int a = 1;\n';
  const block = new BlockHighlight(grammar);
  const begun = process.cpuUsage();
  while (!block.advance([text], 200));
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1000).toBeLessThan(4_000);
  const lines = block.lines([text])[0] ?? [];
  expect(lines.map((line) => line.map((token) => token.text).join('')).join('')).toBe(text);
  expect(lines[0]?.some(({ kind }) => kind !== undefined)).toBe(true);
  expect(lines.at(-1)).toStrictEqual([{ text: 'int a = 1;\n', kind: undefined }]);
});
