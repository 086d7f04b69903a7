import { expect, it } from 'vitest';
import { splitSections } from './split-sections.ts';

it('splitSections splits a text at its headings and gives each section an id', () => {
  expect(splitSections('Before.\n\n## What is *free*?\n\nThis.\n\n### Small\n\n## Ça va\n\nThat.\n')).toEqual([
    { id: '', heading: '', markdown: 'Before.' },
    { id: 'what-is-free', heading: 'What is free?', markdown: '## What is *free*?\n\nThis.\n\n### Small' },
    { id: 'ça-va', heading: 'Ça va', markdown: '## Ça va\n\nThat.' },
  ]);
});

it('splitSections does not split inside code', () => {
  const code = '````sh\n```\n## no heading\n````';
  expect(splitSections(`## One\n\n${code}\n\n## Two`).map(({ heading }) => heading)).toEqual(['One', 'Two']);
});

it('splitSections gives two equal headings different ids', () => {
  expect(splitSections('## A\n## A\n## !').map(({ id }) => id)).toEqual(['a', 'a-2', 'section']);
});

it('splitSections unescapes escaped characters in headings', () => {
  expect(splitSections('## My\\_Chat `code` [link](/help)')[0]?.heading).toBe('My_Chat code link');
});
