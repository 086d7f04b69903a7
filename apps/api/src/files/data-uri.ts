import { AppError, attachmentKind, EMPTY_FILE, t } from '@parley/core';
import { checkSize } from './read-upload.ts';

const SHAPE = /^data:([\w.+/-]+)(?:;[\w-]+=[\w.-]+)*;base64,/;

/**
 * Decodes a base64 data URI. Checks its size before decoding. Throws as `readUpload` does, and `invalid-request`
 * for any other URI or for inexact base64.
 */
export function readDataUri(dataUri: string): { declaredType: string; bytes: Uint8Array } {
  const shape = SHAPE.exec(dataUri.slice(0, 300));
  if (!shape) throw malformed();
  const [head, declaredType = ''] = shape;
  const encoded = dataUri.length - head.length;
  const padding = dataUri.endsWith('==') ? 2 : dataUri.endsWith('=') ? 1 : 0;
  const size = Math.floor((encoded / 4) * 3) - padding;
  if (size === 0) throw new AppError('invalid-request', { message: EMPTY_FILE });
  checkSize(attachmentKind(declaredType) ?? 'pdf', size);
  const bytes = decodeBase64(dataUri.slice(head.length));
  if (!bytes) throw malformed();
  return { declaredType, bytes };
}

/** Null unless the text is base64 exactly as an encoder writes it. */
function decodeBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

function malformed(): AppError {
  return new AppError('invalid-request', { message: t`We couldn’t decode the attached file.` });
}
