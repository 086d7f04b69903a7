import { describe, expect, it } from 'vitest';
import { cleanSources, readSources } from './sources.ts';

describe('cleanSources', () => {
  it.each([
    ['keeps web pages', ['https://a.example/x', 'http://b.example/'], ['https://a.example/x', 'http://b.example/']],
    [
      'drops URLs that are not web pages',
      ['', 'null', 'javascript:alert(1)', 'ftp://a.example', 5, null, 'a.example'],
      [],
    ],
    ['drops duplicates', ['https://a.example', ' https://a.example/ '], ['https://a.example/']],
    ['drops the model’s tracking parameter', ['https://a.example/?q=1&utm_source=openai'], ['https://a.example/?q=1']],
    ['keeps other tracking parameters', ['https://a.example/?utm_source=x'], ['https://a.example/?utm_source=x']],
  ])('cleanSources %s', (_, urls, kept) => {
    expect(cleanSources(urls)).toEqual(kept);
  });

  it('cleanSources keeps at most twenty sources', () => {
    expect(cleanSources(Array.from({ length: 30 }, (_, index) => `https://a.example/${index}`))).toHaveLength(20);
  });
});

describe('readSources', () => {
  it('readSources shows host and path', () => {
    expect(readSources(['https://www.a.example/b/c?d=1', 'https://b.example/', 'nonsense'])).toEqual([
      { url: 'https://www.a.example/b/c?d=1', host: 'a.example', path: '/b/c?d=1' },
      { url: 'https://b.example/', host: 'b.example', path: '' },
    ]);
  });
});
