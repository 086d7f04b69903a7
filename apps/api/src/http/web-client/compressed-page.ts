import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';

/** Responds with an HTML page, which is rendered and compressed once, for its first request. */
export function compressedPage(render: () => string): RequestHandler {
  let bodies: Record<string, Buffer> | undefined;
  const compress = () => {
    const plain = Buffer.from(render());
    return { br: brotliCompressSync(plain), gzip: gzipSync(plain), identity: plain };
  };
  return (req, res) => {
    bodies ??= compress();
    // Browsers list gzip first but accept either equally.
    const encoding = req.acceptsEncodings('br') || req.acceptsEncodings('gzip') || 'identity';
    if (encoding !== 'identity') res.set('Content-Encoding', encoding);
    res.vary('Accept-Encoding').set('Cache-Control', 'no-cache').type('html').send(bodies[encoding]);
  };
}
