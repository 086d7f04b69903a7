import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TimedService {
  /** For `OPENAI_SPEECH_BASE_URL`. */
  baseUrl: string;
  /** Epoch milliseconds at which the first audio of each text was passed on. */
  firstAudio: Map<string, number>;
  close(): void;
}

/** Passes requests on to a speech service. */
export async function startTimedService(target: string): Promise<TimedService> {
  const firstAudio = new Map<string, number>();
  const server = createServer(async (asked, answer) => {
    const body = Buffer.concat(await asked.toArray());
    const forwarded = request(`${target}${asked.url}`, { method: asked.method, headers: asked.headers });
    forwarded.once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      if (asked.url?.endsWith('/audio/speech')) {
        const { input } = JSON.parse(body.toString()) as { input: string };
        response.once('data', () => firstAudio.set(input, performance.timeOrigin + performance.now()));
      }
      response.pipe(answer);
    });
    answer.once('close', () => forwarded.destroy());
    forwarded.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    firstAudio,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
