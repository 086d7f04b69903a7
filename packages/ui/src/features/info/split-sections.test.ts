import { expect, it } from 'vitest';
import { splitSections } from './split-sections.ts';

it('cuts a text at its headings and names each part', () => {
  expect(splitSections('Before.\n\n## What is *free*?\n\nThis.\n\n### Small\n\n## Ça va\n\nThat.\n')).toEqual([
    { id: '', heading: '', markdown: 'Before.' },
    { id: 'what-is-free', heading: 'What is free?', markdown: '## What is *free*?\n\nThis.\n\n### Small' },
    { id: 'ça-va', heading: 'Ça va', markdown: '## Ça va\n\nThat.' },
  ]);
});

it('leaves code whole', () => {
  const code = '````sh\n```\n## no heading\n````';
  expect(splitSections(`## One\n\n${code}\n\n## Two`).map(({ heading }) => heading)).toEqual(['One', 'Two']);
});

it('gives two headings of the same words two addresses', () => {
  expect(splitSections('## A\n## A\n## !').map(({ id }) => id)).toEqual(['a', 'a-2', 'section']);
});

it('reads an escaped sign as the sign', () => {
  expect(splitSections('## My\\_Chat `code` [link](/help)')[0]?.heading).toBe('My_Chat code link');
});
