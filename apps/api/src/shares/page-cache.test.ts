import { expect, it } from 'vitest';
import { PageCache } from './page-cache.ts';

it('the cache evicts what was used the longest ago and keeps within its size', () => {
  const cache = new PageCache<{ size: number }>(10);
  for (const key of ['a', 'b', 'c']) cache.set(key, { size: 3 });
  cache.get('a');
  cache.set('d', { size: 4 });
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key))).toEqual(['a', 'c', 'd']);
  cache.set('d', { size: 1 });
  cache.set('e', { size: 3 });
  expect(['a', 'c', 'd', 'e'].filter((key) => cache.get(key))).toEqual(['a', 'c', 'd', 'e']);
  cache.set('too-large', { size: 11 });
  expect(cache.get('too-large')).toBeUndefined();
});
