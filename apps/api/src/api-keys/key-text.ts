import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Begins every key, so that people and secret scanners recognize one. */
export const KEY_PREFIX = 'parley_sk_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Digits of 256 random bits, and of a CRC-32. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${KEY_PREFIX}([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** A new key: the prefix, 256 random bits and their checksum. */
export function newKeyText(): string {
  const secret = inDigits(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  return KEY_PREFIX + secret + checksum(secret);
}

/** Whether a text is shaped like a key and its checksum fits. Any other text is rejected without asking the store. */
export function isKeyText(text: string): boolean {
  const [, secret, sum] = SHAPE.exec(text) ?? [];
  return secret !== undefined && checksum(secret) === sum;
}

/** The hash under which a key is stored and found. Comparing hashes reveals nothing about a key. */
export function hashKey(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function checksum(secret: string): string {
  return inDigits(BigInt(crc32(secret)), CHECKSUM_LENGTH);
}

function inDigits(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = (DIGITS[Number(rest % 62n)] ?? '') + text;
  return text;
}
