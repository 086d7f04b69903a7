import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Matches the name of a hashed build file. */
const HASHED = /([\w.-]+-[\w-]{7,8})\.(js|css|woff2)\b/g;
const REWRITTEN = /^(?:text\/html|text\/css|text\/javascript|application\/javascript)/;

/** A proxy that simulates successive builds of a server by renaming the hashed files. */
export interface Deployments {
  url: string;
  /** Switches to this build; the files of the previous one no longer exist. */
  deploy(build: string): void;
  close(): Promise<void>;
}

export async function deploymentsBefore(serverUrl: string): Promise<Deployments> {
  const { hostname, port } = new URL(serverUrl);
  let current = '';
  const server = createServer((req, res) => {
    const marked = new RegExp(`^(/assets/.*)\\.${current}\\.(js|css|woff2)$`).exec(req.url ?? '');
    if (current !== '' && req.url?.startsWith('/assets/') && !marked) {
      res.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found');
      return;
    }
    const path = marked ? `${marked[1]}.${marked[2]}` : req.url;
    const { 'accept-encoding': _, 'if-none-match': __, 'if-modified-since': ___, ...headers } = req.headers;
    const asked = request({ hostname, port, path, method: req.method, headers }, (answer) => {
      void pass(answer).catch(() => res.destroy());
    });
    asked.on('error', () => res.destroy());
    res.on('close', () => asked.destroy());
    req.pipe(asked);

    async function pass(answer: IncomingMessage): Promise<void> {
      const { 'content-length': _length, etag: _etag, 'last-modified': _time, ...rest } = answer.headers;
      const isRewritten = current !== '' && REWRITTEN.test(answer.headers['content-type'] ?? '');
      if (!isRewritten) {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
        return;
      }
      const words = (await text(answer)).replaceAll(HASHED, `$1.${current}.$2`);
      res
        .writeHead(answer.statusCode ?? 502, rest)
        .end(
          words.replace(/"version":"\w+"|version:`\w+`|version:"\w+"/, (found) =>
            found.replace(/\w+(?=["`]$)/, current),
          ),
        );
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy(build) {
      current = build;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
