import type { IncomingMessage } from 'node:http';
import { AppError } from '@parley/core';

/** What is read of a body that is refused, so that its sender hears why; whoever sends more is cut off. */
const MAX_DISCARDED = 64 * 1024 * 1024;

/**
 * The bytes of a request, at most `maxBytes`; throws what `tooLarge` makes for more. It does so only once all has come
 * and was thrown away: a sender that finds the connection closed while it still sends does not read the answer.
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
    // Nobody gets to the end of that much.
    if (Number(req.headers['content-length'] ?? 0) > MAX_DISCARDED) refuse();

    function refuse(): void {
      reject(tooLarge());
    }

    function cutOff(): void {
      reject(new AppError('invalid-request', { message: 'The upload was cut off.' }));
    }
  });
}
