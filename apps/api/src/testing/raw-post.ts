import { request } from 'node:http';
import { json } from 'node:stream/consumers';

/** Posts JSON with exactly these headers, such as `Host`, which `fetch` would not send. Returns the response's JSON. */
export async function rawPost(url: string, headers: Record<string, string>, body: unknown): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  request(url, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } }, (response) => {
    json(response).then(resolve, reject);
  })
    .on('error', reject)
    .end(JSON.stringify(body));
  return promise;
}
