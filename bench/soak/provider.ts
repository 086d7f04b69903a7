import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Pace {
  /** Deltas per answer. */
  deltas: number;
  /** Time between two deltas of an answer. */
  intervalMs: number;
}

export interface Provider {
  /** Ends in /v1. */
  url: string;
  /** Number of requests for this reply. */
  timesAsked(name: string): number;
  /** Maximum number of concurrent answers, without bare ones. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

/** Name prefix of direct requests to the provider. */
export const BARE = 'bare-';

/** The text of a message. The provider finds the name in it and answers with a text unique to that name. */
export function questionOf(name: string): string {
  return `Tell me <<${name}>>`;
}

const ALPHABET = ['Tide ', 'größer\n', '漢字かな ', '👩‍👩‍👧 ', '\r\n\r\n', 'data: x\n\n', '"\\u0000" ', '🧭', ' '];

/** The provider's answer to a name, in unique pieces, so that a missing or repeated one is detected. */
export function answerOf(name: string, { deltas }: Pick<Pace, 'deltas'>): string[] {
  return Array.from({ length: deltas }, (_, index) => `${name}.${index}${ALPHABET[index % ALPHABET.length] ?? ''}`);
}

/** Starts a model with the Responses API. It sends the first delta at once, and ends right after the last. */
export async function startProvider(pace: Pace): Promise<Provider> {
  const asked = new Map<string, number>();
  let running = 0;
  let most = 0;

  function answer(name: string, response: ServerResponse): void {
    const pieces = answerOf(name, pace);
    const counts = name.startsWith(BARE) ? 0 : 1;
    running += counts;
    most = Math.max(most, running);
    let sent = 0;
    const sendNext = () => {
      response.write(deltaFrame(pieces[sent] ?? '', ++sent));
      if (sent < pieces.length) return;
      clearInterval(timer);
      response.end(frame({ type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [] } }));
    };
    const timer = setInterval(sendNext, pace.intervalMs);
    response.on('close', () => {
      running -= counts;
      clearInterval(timer);
    });
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    response.write(frame({ type: 'response.created', response: { id: 'resp_1', status: 'in_progress', output: [] } }));
    sendNext();
  }

  const server = createServer(async (request, response) => {
    const name = /<<([\w.-]+)>>/.exec(await text(request))?.[1];
    if (request.url !== '/v1/responses' || name === undefined) {
      response.writeHead(404).end();
      return;
    }
    asked.set(name, (asked.get(name) ?? 0) + 1);
    answer(name, response);
  });
  // Idle connections close before the handles are counted.
  server.keepAliveTimeout = 1_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    timesAsked: (name) => asked.get(name) ?? 0,
    mostAtOnce: () => most,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function deltaFrame(delta: string, sequence: number): string {
  const ids = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  return frame({ type: 'response.output_text.delta', sequence_number: sequence, ...ids, delta, logprobs: [] });
}

function frame(event: { type: string } & Record<string, unknown>): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
