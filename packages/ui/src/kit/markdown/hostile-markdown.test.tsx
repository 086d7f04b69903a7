import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';
import { IncrementalDocument } from './stream/incremental-document.ts';
import { hostileTexts } from './testing/hostile-texts.ts';

const length = 16_000;
const deltas = 4;
const filler = 'An ordinary line of a reply, before the hostile one.\n\n'.repeat(100);

/** Milliseconds of this thread's processor time, which other processes do not change. */
function measure(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Streams the text in a few deltas, then renders the whole reply. */
function timeOf(text: string): number {
  return measure(() => {
    const reply = new IncrementalDocument();
    for (let delta = 1; delta <= deltas; delta += 1)
      reply.read(text.slice(0, Math.ceil((text.length * delta) / deltas)), true);
    renderToStaticMarkup(<Markdown text={text} streaming />);
    renderToStaticMarkup(<Markdown text={text} streaming={false} />);
  });
}

test('hostile Markdown takes a bounded multiple of the time of plain text', { timeout: 300_000 }, () => {
  const plain = (size: number): string => filler + 'word '.repeat(size / 5);
  timeOf(plain(length));
  const floor = Math.max(20, timeOf(plain(length)));
  const slow: string[] = [];
  for (const [name, make] of Object.entries(hostileTexts)) {
    // A short text first, so that a quadratic parser fails here and not after minutes.
    const short = timeOf(filler + make(length / 8));
    const long = short > 10 * floor ? Infinity : timeOf(filler + make(length));
    if (long > 20 * floor)
      slow.push(`${name}: ${short.toFixed()} ms, ${long.toFixed()} ms, plain ${floor.toFixed()} ms`);
  }
  expect(slow).toEqual([]);
});

test.each(['*', '**a ', '> ', '>', '- ', '1. ', '[', '\\(', '`a', '~~a ', 'a*'])(
  'hostile Markdown of %j loses none of its words',
  (unit) => {
    const text = `start ${unit.repeat(4000)} end`;
    for (const reply of [text, `${unit.repeat(400)}end`]) {
      const html = renderToStaticMarkup(<Markdown text={reply} streaming={false} />);
      const shown = html.replaceAll(/<[^>]*>/g, '').replaceAll('&gt;', '>');
      expect(shown).toContain('end');
      expect(shown).not.toMatch(/[\uFDD0-\uFDEF]/);
      expect(shown.match(/a/g)?.length).toBe(reply.match(/a/g)?.length);
    }
  },
);
