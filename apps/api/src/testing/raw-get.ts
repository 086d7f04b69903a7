import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Sends a GET with exactly these headers, such as `Host`, which `fetch` would not send. */
export async function rawGet(url: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  request(url, { headers }, (response) => {
    text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
  })
    .on('error', reject)
    .end();
  return promise;
}
