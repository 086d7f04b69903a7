import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BarePage {
  url: string;
  close(): Promise<void>;
}

/**
 * Serves a page with one paragraph whose document and style sheet have as many bytes as those of another page. Its
 * first paint is what the network and the browser alone take.
 */
export async function serveBarePage(of: string): Promise<BarePage> {
  const html = await bytesOf(of);
  const sheet = /href="([^"]+\.css)"/.exec(await (await fetch(of)).text())?.[1] ?? '';
  const styles = await bytesOf(new URL(sheet, of).href);
  const server = createServer(({ url = '' }, response) => {
    if (url.endsWith('.css')) response.setHeader('Content-Type', 'text/css').end(`/*${filler(styles)}*/`);
    else response.setHeader('Content-Type', 'text/html').end(page(filler(html)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const page = (rest: string) =>
  `<!doctype html><link rel="stylesheet" href="/a.css"><h1>Floor</h1><div id="root"><h1>Floor</h1></div><!--${rest}-->`;

/** Bytes that are sent for an address to a browser. */
async function bytesOf(address: string): Promise<number> {
  const response = await fetch(address, { headers: { 'Accept-Encoding': 'br' } });
  await response.arrayBuffer();
  return Number(response.headers.get('Content-Length'));
}

function filler(bytes: number): string {
  return randomBytes(Math.ceil(bytes / 2))
    .toString('hex')
    .slice(0, bytes);
}
