import { AppError, t } from '@parley/core';

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [...Buffer.from('"\\,[{')];

/**
 * Parses a long request body of JSON in UTF-8. Throws `invalid-request` if it is none, and `too-large` if it has more
 * than `most` lists, objects and commas outside of texts: `[[[[` takes thirty times its bytes as objects, and a second
 * for each ten megabytes.
 */
export function parseJson(bytes: Buffer, most: number): unknown {
  if (exceeds(bytes, most)) throw new AppError('too-large');
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new AppError('invalid-request', { message: t`The request isn’t valid JSON.`, cause });
  }
}

function exceeds(bytes: Buffer, most: number): boolean {
  let count = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === QUOTE) {
      while (++index < bytes.length && bytes[index] !== QUOTE) if (bytes[index] === BACKSLASH) index++;
    } else if ((byte === COMMA || byte === BRACKET || byte === BRACE) && ++count > most) return true;
  }
  return false;
}
