import { AppError, EMPTY_FILE } from '@parley/core';

export interface ReadText {
  kind: 'text';
  type: 'text/plain';
  /** UTF-8 without a byte order mark. */
  bytes: Uint8Array;
  text: string;
}

/** Reads UTF-8, or UTF-16 with a byte order mark; null if the bytes are neither or contain a NUL. */
export function readText(bytes: Uint8Array): ReadText | null {
  const text = decode(bytes);
  if (text === null || text.includes('\0')) return null;
  if (text.trim() === '') throw new AppError('invalid-request', { message: EMPTY_FILE });
  return { kind: 'text', type: 'text/plain', bytes: Buffer.from(text), text };
}

function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
