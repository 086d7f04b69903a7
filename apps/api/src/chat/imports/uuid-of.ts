import { createHash } from 'node:crypto';

/** A UUID of version 5 that depends only on these names. */
export function uuidOf(names: string[]): string {
  const hash = createHash('sha1')
    .update(JSON.stringify(['parley import', ...names]))
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
