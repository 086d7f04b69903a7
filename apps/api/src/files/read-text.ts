import { AppError, EMPTY_FILE } from '@parley/core';

export interface ReadText {
  kind: 'text';
  type: 'text/plain';
  /** UTF-8 without a byte order mark. */
  bytes: Uint8Array;
  /** The beginning, which models are sent, with a sentence about the rest. */
  text: string;
  isCut: boolean;
}

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

/**
 * Reads text whose encoding has to be guessed: UTF-16 without a byte order mark, UTF-8 with a few broken bytes as in a
 * log, and Latin-1 as Windows writes it; null if the bytes look like none of them.
 */
export function guessText(bytes: Uint8Array): ReadText | null {
  const text = guessUtf16(bytes) ?? (hasBinary(bytes) ? null : guessByteText(bytes));
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

/** Text with mostly ASCII characters has a NUL in every other byte of its UTF-16. */
function guessUtf16(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, 4096);
  if (bytes.length % 2 === 1 || start.length < 8) return null;
  const counts = [0, 0];
  start.forEach((byte, index) => {
    if (byte === 0) counts[index % 2] = (counts[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = counts;
  const pairs = start.length / 2;
  const encoding = odd > pairs * 0.6 && even === 0 ? 'utf-16le' : even > pairs * 0.6 && odd === 0 ? 'utf-16be' : null;
  if (encoding === null) return null;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Whether there are control characters that no text has. Logs have colors, which begin with Escape. */
function hasBinary(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 0x20 && !(byte >= 0x07 && byte <= 0x0d) && byte !== 0x1b);
}

function guessByteText(bytes: Uint8Array): string {
  const utf8 = new TextDecoder().decode(bytes);
  const broken = utf8.match(/\ufffd/g)?.length ?? 0;
  const whole = utf8.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  return whole > broken ? utf8 : new TextDecoder('windows-1252').decode(bytes);
}
