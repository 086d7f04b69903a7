import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Decompresses the body. Requests ask for no compression, but some proxies compress regardless. */
export function decodedBody(message: IncomingMessage): Readable {
  const decoder = decoderFor(message.headers['content-encoding']);
  if (!decoder) return message;
  // Readers notice by themselves that a body is cut off. Without a listener, a body that has no reader, or no longer one,
  // would end the process.
  decoder.on('error', () => {});
  return pipeline(message, decoder, () => {});
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
