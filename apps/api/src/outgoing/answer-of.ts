import type { ClientRequest, IncomingMessage } from 'node:http';

/** Resolves with the head of the answer to a request. Rejects however the request ends without one. */
export function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
    // Node closes a connection that switches to another protocol without an error.
    const closed = Object.assign(new Error('The connection was closed without an answer.'), { code: 'ECONNRESET' });
    request.once('close', () => reject(closed));
  });
}
