import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Decompresses the body. Requests ask for no compression, but some proxies compress regardless. */
export function decodedBody(message: IncomingMessage): Readable {
  const decoder = decoderFor(message.headers['content-encoding']);
  return decoder ? pipeline(message, decoder, () => {}) : message;
}

function decoderFor(encoding: string | undefined) {
  switch (encoding?.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return null;
  }
}
