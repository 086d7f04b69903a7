import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';
import { IncrementalDocument } from './stream/incremental-document.ts';
import { hostileTexts } from './testing/hostile-texts.ts';

const length = process.env.PARLEY_TEST_ALL ? 5_000 : 2_500;
const deltas = 2;
const filler = 'An ordinary line of a reply, before the hostile one.\n\n'.repeat(20);

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

test(
  'the time of hostile Markdown is a bounded multiple of plain text and grows like its length',
  {
    timeout: 300_000,
  },
  () => {
    const plain = filler + 'word '.repeat(length / 5);
    timeOf(plain);
    const floor = Math.max(10, timeOf(plain));
    const slow: string[] = [];
    for (const [name, make] of Object.entries(hostileTexts)) {
      // Measured again if slow, since the first measurement may include compilation and garbage collection.
      for (let attempt = 1, isSlow = true; isSlow && attempt <= 2; attempt += 1) {
        const whole = timeOf(filler + make(length));
        if (whole < 2 * floor) break;
        const half = timeOf(filler + make(length / 2));
        isSlow = whole > 20 * floor || whole > 3 * half + floor;
        if (isSlow && attempt === 2)
          slow.push(`${name}: ${half.toFixed()} to ${whole.toFixed()} ms, plain ${floor.toFixed()} ms`);
      }
    }
    expect(slow).toEqual([]);
  },
);

test('a quote includes up to 200 lines without its marker, and the lines after them follow it', () => {
  const shown = (count: number): string =>
    renderToStaticMarkup(<Markdown text={`> first\n${'word\n'.repeat(count)}last`} streaming={false} />);
  expect(shown(150)).toMatch(/last<\/p>\s*<\/blockquote>/);
  const long = shown(500);
  expect(long).toMatch(/<\/blockquote>[^]*last<\/p>/);
  expect(long.match(/word/g)).toHaveLength(500);
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
