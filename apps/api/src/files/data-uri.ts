import { AppError } from '@parley/core';
import { checkSize } from './read-upload.ts';

const SHAPE = /^data:([\w.+/-]+)(?:;[\w-]+=[\w.-]+)*;base64,/;

/**
 * What a `data:` address with base64 holds. The type and the size are checked before anything is decoded, and base64
 * must be exact: throws as `readUpload` does, and `invalid-request` for anything else.
 */
export function readDataUri(dataUri: string): { declaredType: string; bytes: Uint8Array } {
  const shape = SHAPE.exec(dataUri.slice(0, 300));
  if (!shape) throw malformed();
  const [head, declaredType = ''] = shape;
  const encoded = dataUri.length - head.length;
  const padding = dataUri.endsWith('==') ? 2 : dataUri.endsWith('=') ? 1 : 0;
  checkSize(declaredType, Math.floor((encoded / 4) * 3) - padding);
  const bytes = decodeBase64(dataUri.slice(head.length));
  if (!bytes) throw malformed();
  return { declaredType, bytes };
}

/** Null unless it is base64 exactly as an encoder writes it. */
function decodeBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

function malformed(): AppError {
  return new AppError('invalid-request', { message: 'The attached file could not be decoded.' });
}
