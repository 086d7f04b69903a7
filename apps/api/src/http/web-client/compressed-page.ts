import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';

/** Responds with an HTML page that was compressed once, in advance. */
export function compressedPage(page: string): RequestHandler {
  const plain = Buffer.from(page);
  const bodies: Record<string, Buffer> = { br: brotliCompressSync(plain), gzip: gzipSync(plain), identity: plain };
  return (req, res) => {
    // Browsers list gzip first but accept either equally.
    const encoding = req.acceptsEncodings('br') || req.acceptsEncodings('gzip') || 'identity';
    if (encoding !== 'identity') res.set('Content-Encoding', encoding);
    res
      .vary('Accept-Encoding')
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(bodies[encoding] ?? plain);
  };
}
