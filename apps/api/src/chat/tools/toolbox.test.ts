import { z } from 'zod';
import { expect, it } from 'vitest';
import type { Tool, ToolResult } from './tool.ts';
import { Toolbox } from './toolbox.ts';

const MB = 1024 * 1024;

/** A toolbox with one tool that returns this, in a round that has been offered it. */
function toolboxWith(result: ToolResult, contextTokens = 128_000): Toolbox {
  const tool: Tool = {
    name: 'read_page',
    description: '',
    schema: z.looseObject({}),
    shown: 'read_page',
    limit: 20,
    run: async () => result,
  };
  const toolbox = new Toolbox([tool], contextTokens);
  toolbox.offer();
  return toolbox;
}

const call = (toolbox: Toolbox, given = {}) =>
  toolbox.run(
    [{ id: 'a', name: 'read_page', arguments: JSON.stringify(given) }],
    () => {},
    new AbortController().signal,
  );

it.each([
  ['words', 'word '],
  ['one word', 'x'],
  ['emoji, whose halves stay together', '👩‍👩‍👧'],
  ['ends of a document', '</document>'],
])('passes on the beginning of a result of 50 MB of %s', async (_what, piece) => {
  const text = piece.repeat((50 * MB) / piece.length);
  const [plain] = await call(toolboxWith({ text }));
  expect(plain?.text.length).toBeLessThanOrEqual(24_000);
  expect(plain?.text.length).toBeGreaterThan(20_000);
  expect(plain?.text.isWellFormed()).toBe(true);
  const [page] = await call(toolboxWith({ text, document: 'https://example.com/', strangers: 'read' }));
  expect(page?.text).toMatch(/^<document name="https:\/\/example\.com\/" cut="true">\n/);
  expect(page?.text.match(/<\/document>/g)).toHaveLength(1);
  // Each end of a document in the text grows by three characters.
  expect(page?.text.length).toBeLessThan(32_000);
});

it('the fourth request of a reply offers no tools, however useful the calls before it were', async () => {
  const toolbox = toolboxWith({ text: 'new' });
  const offered: number[] = [];
  for (const page of [1, 2, 3]) {
    await expect(call(toolbox, { page })).resolves.toEqual([{ text: 'new' }]);
    offered.push(toolbox.offer().length);
  }
  expect(offered).toEqual([1, 1, 0]);
});

it('bounds a result by a tenth of a small context', async () => {
  const [result] = await call(toolboxWith({ text: 'x'.repeat(50 * MB) }, 8_000));
  expect(result?.text.length).toBeLessThanOrEqual(2_400);
});
