import { describe, expect, it } from 'vitest';
import { cleanFileName, savedName } from './file-name.ts';

describe('a cleaned file name', () => {
  it.each([
    ['notes.txt', 'notes.txt'],
    ['  Grüße 👩‍🚀.txt ', 'Grüße 👩‍🚀.txt'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\mira\\cat.png', 'cat.png'],
    ['a\r\nSet-Cookie: x\0.txt', 'aSet-Cookie: x.txt'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['', 'picture'],
    [' \n ', 'picture'],
    ['..', 'picture'],
    ['folder/', 'picture'],
  ])('cleans the name %j to %j', (name, clean) => {
    expect(cleanFileName(name, 'picture')).toBe(clean);
  });

  it('cuts a name to 120 characters, including the extension', () => {
    expect(cleanFileName(`${'a'.repeat(200)}.pdf`, '')).toBe(`${'a'.repeat(116)}.pdf`);
    expect(cleanFileName(`a.${'b'.repeat(200)}`, '')).toBe(`a.${'b'.repeat(118)}`);
    expect(cleanFileName('👋'.repeat(200), '')).toBe('👋'.repeat(120));
  });
});

it.each([
  ['IMG_1.HEIC', 'image/jpeg', 'IMG_1.jpg'],
  ['photo.avif', 'image/jpeg', 'photo.jpg'],
  ['plan.v2.svg', 'image/png', 'plan.v2.png'],
  ['cat.gif', 'image/png', 'cat.png'],
  ['cat.JPEG', 'image/jpeg', 'cat.JPEG'],
  ['Screenshot 1.2', 'image/png', 'Screenshot 1.2'],
  ['notes.svg', 'text/plain', 'notes.svg'],
])('saves %s, which is stored as %s, as %s', (name, type, saved) => {
  expect(savedName({ name, type })).toBe(saved);
});
