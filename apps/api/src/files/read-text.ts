import { AppError, EMPTY_FILE } from '@parley/core';
import { guessByteEncoding, guessUtf16 } from './guess-encoding.ts';

export interface ReadText {
  kind: 'text';
  type: 'text/plain';
  /** UTF-8 without a byte order mark. */
  bytes: Uint8Array;
  /** The beginning, which models are sent, with a sentence about the rest. */
  text: string;
  isCut: boolean;
}

/** Bytes at the beginning that show what a file is. An even number, for UTF-16. */
const START = 4096;
/** Characters of a file that models may be sent. The file itself is stored whole. */
const MAX_CHARACTERS = 1_000_000;

/** Reads UTF-8, or UTF-16 with a byte order mark; null if the bytes are neither or contain a NUL. */
export function readText(bytes: Uint8Array): ReadText | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return asText(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof AppError) throw error;
    return null;
  }
}

/** Whether a file without a known type may be such text, judged by its beginning. */
export function mayBeText(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, START);
  return !hasBinary(start) || (bytes.length % 2 === 0 && guessUtf16(start) !== null);
}

/**
 * Reads text whose encoding has to be guessed: UTF-16 without a byte order mark, UTF-8 with a few broken bytes as in a
 * log, and the encodings of `guessByteEncoding`; null if the bytes look like none of them.
 */
export function guessText(bytes: Uint8Array): ReadText | null {
  const text = hasBinary(bytes) ? readUtf16(bytes) : guessByteText(bytes);
  return text === null ? null : asText(text);
}

function asText(text: string): ReadText | null {
  if (text.includes('\0')) return null;
  if (text.trim() === '') throw new AppError('invalid-request', { message: EMPTY_FILE });
  const isCut = text.length > MAX_CHARACTERS;
  const [is, most] = [text.length, MAX_CHARACTERS].map((count) => count.toLocaleString('en'));
  return {
    kind: 'text',
    type: 'text/plain',
    bytes: Buffer.from(text),
    text: isCut
      ? `${text.slice(0, MAX_CHARACTERS).toWellFormed()}\n\n[Left out: everything after the first ${most} of ${is} characters.]`
      : text,
    isCut,
  };
}

function readUtf16(bytes: Uint8Array): string | null {
  const encoding = guessUtf16(bytes);
  if (encoding === null) return null;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Control characters that no text has. Logs have colors, which begin with Escape. */
const BINARY = Array.from({ length: 0x20 }, (_, code) => code).filter(
  (code) => !(code >= 0x07 && code <= 0x0d) && code !== 0x1b,
);

function hasBinary(bytes: Uint8Array): boolean {
  return BINARY.some((code) => bytes.includes(code));
}

/** Characters that identify the encoding. */
const SAMPLE = 256 * 1024;
const BROKEN = 0xfffd;

function guessByteText(bytes: Uint8Array): string {
  const utf8 = new TextDecoder().decode(bytes);
  const first = Math.max(0, utf8.indexOf(String.fromCharCode(BROKEN)) - SAMPLE / 2);
  const end = Math.min(utf8.length, first + SAMPLE);
  let broken = 0;
  let whole = 0;
  for (let index = first; index < end; index++) {
    const code = utf8.charCodeAt(index);
    if (code === BROKEN) broken++;
    else if (code > 0x7f) whole++;
  }
  return whole > broken * 3 ? utf8 : new TextDecoder(guessByteEncoding(bytes)).decode(bytes);
}
