import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';

/** Answers with a page of HTML, compressed once and ahead of time for whoever takes it so. */
export function compressedPage(page: string): RequestHandler {
  const plain = Buffer.from(page);
  const bodies: Record<string, Buffer> = { br: brotliCompressSync(plain), gzip: gzipSync(plain), identity: plain };
  return (req, res) => {
    // Browsers name gzip first and take both as gladly.
    const encoding = req.acceptsEncodings('br') || req.acceptsEncodings('gzip') || 'identity';
    if (encoding !== 'identity') res.set('Content-Encoding', encoding);
    res
      .vary('Accept-Encoding')
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(bodies[encoding] ?? plain);
  };
}
