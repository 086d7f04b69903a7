import type { Readable } from 'node:stream';

/** Reads a whole body. Throws a `SyntaxError` and closes the body as soon as it exceeds `maxBytes`. */
export async function readAtMost(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new SyntaxError(`The answer is longer than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads a JSON body of at most `maxBytes`. Throws a `SyntaxError` if it is longer or invalid. */
export async function readJson(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<unknown> {
  return JSON.parse((await readAtMost(body, maxBytes)).toString('utf8'));
}

/**
 * Reads a body until it ends, breaks, reaches `maxBytes` or `ms` milliseconds have passed, and closes it. Resolves with
 * the bytes received; never rejects.
 */
export function readBeginning(body: Readable, maxBytes: number, ms: number): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const finish = () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).subarray(0, maxBytes));
      if (!body.readableEnded) body.destroy();
    };
    const timer = setTimeout(finish, ms);
    body.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      chunks.push(chunk);
      if (size >= maxBytes) finish();
    });
    body.once('end', finish);
    body.on('error', finish);
    body.once('close', finish);
  });
}
