import type { IncomingMessage } from 'node:http';
import { AppError } from '@parley/core';

/** What is read on after a refusal so that the sender hears of it; whoever sends more is cut off. */
const MAX_DISCARDED = 64 * 1024 * 1024;

/**
 * The bytes of a request, at most `maxBytes`; throws what `tooLarge` makes as soon as there are, or will be, more. What
 * still comes is thrown away, because a sender that finds the connection closed does not read the answer.
 */
export function readBody(req: IncomingMessage, maxBytes: number, tooLarge: () => AppError): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    if (Number(req.headers['content-length'] ?? 0) > maxBytes) refuse();
    req.on('data', take);
    req.once('end', () => resolve(Buffer.concat(parts)));
    req.once('error', cutOff);
    req.once('close', cutOff);

    function take(part: Buffer): void {
      size += part.length;
      if (size <= maxBytes) parts.push(part);
      else refuse();
      if (size > MAX_DISCARDED) req.destroy();
    }

    function refuse(): void {
      parts.length = 0;
      reject(tooLarge());
    }

    function cutOff(): void {
      reject(new AppError('invalid-request', { message: 'The upload was cut off.' }));
    }
  });
}
