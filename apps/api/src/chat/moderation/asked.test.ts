import { expect, test } from 'vitest';
import { contentOf, type Asked } from './asked.ts';

const NO_FILES: Asked['files'] = { bytes: async () => null, text: async () => null };
const picture = (id: string) => ({ id, kind: 'image' as const });
const document = (id: string) => ({ id, kind: 'pdf' as const });

/** Files whose contents are their ids; records what is read. */
function filesOf() {
  const read: string[] = [];
  const files: Asked['files'] = {
    async bytes(id) {
      read.push(id);
      return { type: 'image/png', bytes: new Uint8Array(Buffer.from(id)) };
    },
    async text(id) {
      read.push(id);
      return `text of ${id}`;
    },
  };
  return { files, read };
}

test('cuts long texts into pieces, loses none of their characters, and drops empty ones', async () => {
  const long = 'abcde'.repeat(5_000);
  const { texts } = await contentOf([{ text: '  ' }, { text: ` ${long}\n` }, { text: '' }], NO_FILES);
  expect(texts.map(({ length }) => length)).toEqual([10_000, 10_000, 5_000]);
  expect(texts.join('')).toBe(long);
});

test('takes 250,000 characters at most, of the first messages', async () => {
  const { texts } = await contentOf(
    [{ text: 'a'.repeat(200_000) }, { text: 'b'.repeat(200_000) }, { text: 'c' }],
    NO_FILES,
  );
  const all = texts.join('');
  expect([all.length, all.lastIndexOf('a'), all.at(-1)]).toEqual([250_000, 199_999, 'b']);
});

test('sends no half of a character', async () => {
  const { texts } = await contentOf([{ text: `x${'😀'.repeat(10_000)}` }], NO_FILES);
  expect(texts.every((text) => text.isWellFormed())).toBe(true);
});

test('reads each file once: eight pictures at most, and documents as text', async () => {
  const { files, read } = filesOf();
  const attachments = Array.from({ length: 9 }, (_, index) => picture(`p${index}`));
  const content = await contentOf(
    [
      { text: 'Question', attachments: [document('d1'), picture('p0')] },
      { text: 'Earlier', attachments: [...attachments, document('d1')] },
    ],
    files,
  );
  expect(content.texts).toEqual(['Question', 'text of d1', 'Earlier']);
  expect(content.pictures).toHaveLength(8);
  expect(content.pictures[0]).toBe(`data:image/png;base64,${Buffer.from('p0').toString('base64')}`);
  expect(read).toEqual(['d1', ...attachments.slice(0, 8).map(({ id }) => id)]);
});

test('goes on without files that are gone', async () => {
  const attachments = [picture('a'), document('b')];
  expect(await contentOf([{ text: 'Question', attachments }], NO_FILES)).toEqual({ texts: ['Question'], pictures: [] });
});
