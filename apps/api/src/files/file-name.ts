import type { Attachment } from '@parley/core';

const MAX_LENGTH = 120;
/** Longest extension that is preserved when a name is cut, with its dot. */
const MAX_EXTENSION = 10;

/**
 * Cleans a file name for display and download: keeps the last path segment, removes control characters and
 * bidirectional marks (which hide the real extension), and cuts the name to 120 characters, preserving the extension.
 */
export function cleanFileName(name: string, fallback: string): string {
  const base = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .split(/[/\\]/)
    .at(-1)
    ?.trim();
  return !base || /^\.+$/.test(base) ? fallback : cut(base);
}

function cut(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= MAX_LENGTH) return name;
  const dot = letters.lastIndexOf('.');
  const ending = dot >= letters.length - MAX_EXTENSION ? letters.slice(dot) : [];
  return (
    letters
      .slice(0, MAX_LENGTH - ending.length)
      .join('')
      .trimEnd() + ending.join('')
  );
}

const PICTURE_ENDING = /\.(?:png|apng|jpe?g|jfif|webp|gif|hei[cf]|avif|svg|bmp)$/i;
/** The endings of the types in which pictures are stored; the first is given to a converted one. */
const STORED_ENDINGS: Record<string, string[]> = {
  'image/png': ['png', 'apng'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/webp': ['webp'],
};

/** The name under which a file is saved: a picture that was converted for storage gets the ending of its new type. */
export function savedName({ name, type }: Pick<Attachment, 'name' | 'type'>): string {
  const ending = PICTURE_ENDING.exec(name)?.[0].slice(1);
  const stored = STORED_ENDINGS[type];
  if (ending === undefined || !stored || stored.includes(ending.toLowerCase())) return name;
  return `${name.slice(0, -ending.length)}${stored[0]}`;
}
