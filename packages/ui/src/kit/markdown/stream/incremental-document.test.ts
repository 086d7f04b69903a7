import { expect, test } from 'vitest';
import { corpus } from '../testing/corpus.ts';
import { IncrementalDocument } from './incremental-document.ts';
import type { Chunk } from './incremental-document.ts';
import { seededRandom } from '../testing/seeded-random.ts';

const seed = 20261121;

test(
  `a reply read incrementally equals the reply read at once, wherever it ends (seed ${seed})`,
  { timeout: 60_000 },
  () => {
    const random = seededRandom(seed);
    const wrong: string[] = [];
    for (const text of corpus) {
      const ends = [text.length, Math.floor(random() * text.length)];
      for (const end of ends) {
        const reply = text.slice(0, end);
        const grown = new IncrementalDocument();
        for (let at = 1; at < reply.length; at += 1 + Math.floor(random() * 5)) grown.read(reply.slice(0, at), true);
        const atOnce = new IncrementalDocument();
        const ours = show(grown, grown.read(reply, false));
        const theirs = show(atOnce, atOnce.read(reply, false));
        if (ours !== theirs) wrong.push(`${JSON.stringify(reply)}\n--- grown\n${ours}\n--- at once\n${theirs}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);

test('a footnote is numbered before its definition arrives; without a definition the reference stays text', () => {
  const reply = new IncrementalDocument();
  reply.read('a[^x] b[^y]\n\nmore\n\n', true);
  expect([reply.footnotes.get('X')?.number, reply.footnotes.get('Y')?.number]).toEqual([1, 2]);
  reply.read('a[^x] b[^y]\n\nmore\n\n[^y]: note', true);
  expect(reply.footnotes.get('Y')?.content).toMatchObject([{ type: 'paragraph' }]);
  reply.read('a[^x] b[^y]\n\nmore\n\n[^y]: note', false);
  expect([reply.footnotes.get('X')?.number, reply.footnotes.get('Y')?.number]).toEqual([undefined, 1]);
});

function show(reply: IncrementalDocument, chunks: readonly Chunk[]): string {
  const blocks = chunks.flatMap((chunk) =>
    chunk.blocks.map((block) =>
      'node' in block ? block.node : { ...block.code.template, value: block.groups.join('') },
    ),
  );
  const nodes = JSON.stringify(blocks, (key, value: unknown) => (key === 'position' ? undefined : value), 1);
  const labels = [...nodes.matchAll(/"label": "([^"]+)"/g)].map((match) => match[1] ?? '');
  return (
    nodes +
    JSON.stringify(
      labels.map((label) => reply.footnotes.get(label)),
      (key, value: unknown) => (key === 'position' ? undefined : value),
    )
  );
}
