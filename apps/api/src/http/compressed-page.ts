import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';

/** Answers with a page of HTML, compressed once and ahead of time for whoever takes it so. */
export function compressedPage(page: string): RequestHandler {
  const plain = Buffer.from(page);
  const bodies = { br: brotliCompressSync(plain), gzip: gzipSync(plain), identity: plain };
  return (req, res) => {
    const wanted = req.acceptsEncodings(['br', 'gzip', 'identity']);
    const encoding = wanted === 'br' || wanted === 'gzip' ? wanted : 'identity';
    if (encoding !== 'identity') res.set('Content-Encoding', encoding);
    res.vary('Accept-Encoding').set('Cache-Control', 'no-cache').type('html').send(bodies[encoding]);
  };
}
