// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { markWords } from './mark-words.ts';

afterEach(() => vi.unstubAllGlobals());

test('marks the found words, also behind a letter whose small form is longer', () => {
  const highlights = new Map<string, Set<Range>>();
  vi.stubGlobal('CSS', { highlights });
  vi.stubGlobal('Highlight', Set);
  const row = document.createElement('p');
  row.append('İki İSTANBUL gezisi, istanbul');
  const unmark = markWords(row, ['İstanbul', 'GEZİSİ']);
  expect([...(highlights.get('found') ?? [])].map(String)).toEqual(['İSTANBUL', 'istanbul', 'gezisi']);
  unmark();
  expect(highlights.size).toBe(0);
});
