import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

export interface StaticHost {
  url: string;
  close(): Promise<void>;
}

/** Starts a generic static host, which answers every path that is not a file with index.html. */
export async function startStaticHost(folder: string): Promise<StaticHost> {
  const server = createServer(async (req, res) => {
    const path = normalize(new URL(req.url ?? '/', 'http://host').pathname);
    const type = TYPES[extname(path)];
    const name = type ? path : '/index.html';
    const bytes = await readFile(join(folder, name)).catch(() => null);
    res.writeHead(bytes ? 200 : 404, { 'Content-Type': TYPES[extname(name)] ?? 'text/plain' }).end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
