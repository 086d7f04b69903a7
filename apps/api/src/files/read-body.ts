import type { IncomingMessage } from 'node:http';
import { AppError, t } from '@parley/core';

/**
 * Maximum bytes of a rejected body to read, so that the client receives the response; beyond this the connection is
 * closed.
 */
const MAX_DISCARDED = 64 * 1024 * 1024;

/**
 * Reads the body of a request, at most `maxBytes`. For a larger one it throws the error from `tooLarge`, but only after
 * reading and discarding all of it: clients do not read a response if the connection closes while they send.
 */
export function readBody(req: IncomingMessage, maxBytes: number, tooLarge: () => AppError): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    req.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= maxBytes) parts.push(part);
      else parts.length = 0;
      if (size > MAX_DISCARDED) req.destroy();
    });
    req.once('end', () => (size > maxBytes ? refuse() : resolve(Buffer.concat(parts))));
    req.once('error', cutOff);
    req.once('close', cutOff);
    // No client finishes sending a body this large.
    if (Number(req.headers['content-length'] ?? 0) > MAX_DISCARDED) refuse();

    function refuse(): void {
      reject(tooLarge());
    }

    function cutOff(): void {
      reject(new AppError('invalid-request', { message: t`The upload was interrupted.` }));
    }
  });
}
