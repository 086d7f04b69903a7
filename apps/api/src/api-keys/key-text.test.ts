import { expect, it } from 'vitest';
import { hashKey, isKeyText, newKeyText } from './key-text.ts';

it('a new key has its prefix, 256 bits and a checksum, and is never the same', () => {
  const keys = Array.from({ length: 200 }, newKeyText);
  for (const key of keys) {
    expect(key).toMatch(/^parley_sk_[0-9A-Za-z]{49}$/);
    expect(isKeyText(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(200);
  expect(new Set(keys.map(hashKey)).size).toBe(200);
});

it('a key with a changed, missing or additional character is invalid', () => {
  const key = newKeyText();
  for (let at = 0; at < key.length; at++) {
    const other = key[at] === 'A' ? 'B' : 'A';
    expect(isKeyText(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
  }
  for (const text of ['', key.slice(0, -1), `${key}A`, ` ${key}`, `${key}\n`, key.toUpperCase(), 'sk-proj-abc']) {
    expect(isKeyText(text)).toBe(false);
  }
});
