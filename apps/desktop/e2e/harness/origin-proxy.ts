import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toAppUrl, toPageUrl } from './fake/page-url.ts';

export interface OriginProxy {
  url: string;
  /** Refuses all connections, like an unreachable server. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/**
 * A proxy to the server that only maps origins: requests from the pages' origin in Chromium reach the server with
 * the app's own origin, and permissions for that one apply to the pages. The server's rules decide, not this proxy.
 */
export async function startOriginProxy(target: string): Promise<OriginProxy> {
  let isCut = false;
  const server = createServer((incoming, outgoing) => {
    if (isCut) {
      incoming.socket.destroy();
      return;
    }
    const { origin } = incoming.headers;
    const headers = { ...incoming.headers, ...(origin !== undefined && { origin: toAppUrl(origin) }) };
    const onward = request(`${target}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
      const allowed = answer.headers['access-control-allow-origin'];
      outgoing.writeHead(answer.statusCode ?? 502, {
        ...answer.headers,
        ...(allowed !== undefined && { 'access-control-allow-origin': toPageUrl(allowed) }),
      });
      outgoing.flushHeaders();
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      server.closeAllConnections();
    },
    mend() {
      isCut = false;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
