import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Pace {
  /** Deltas per answer. */
  deltas: number;
  /** Time between two deltas of an answer, in whole milliseconds. */
  intervalMs: number;
}

export interface Upstream {
  url: string;
  close(): Promise<void>;
}

const WHOLE_ANSWER = JSON.stringify({
  id: 'resp_1',
  status: 'completed',
  output: [{ type: 'message', content: [{ type: 'output_text', text: 'Greetings' }] }],
});

/**
 * Starts a model that streams every answer at this pace in the format of the Responses API. Each delta carries the time
 * it was written. The streams are spread over the interval, like those of many users. A request that asks for no
 * stream, such as Parley's for a title, gets a whole answer at once.
 */
export async function startUpstream({ deltas, intervalMs }: Pace): Promise<Upstream> {
  const phases: Set<Stream>[] = Array.from({ length: intervalMs }, () => new Set());
  let next = 0;
  let tick = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (body.includes('"stream":false')) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(WHOLE_ANSWER);
    } else {
      response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
      response.write(
        frame({ type: 'response.created', response: { id: 'resp_1', status: 'in_progress', output: [] } }),
      );
      const stream = { response, sent: 0 };
      const phase = phases[next++ % intervalMs];
      phase?.add(stream);
      response.on('close', () => phase?.delete(stream));
    }
  });
  const start = performance.now();
  const timer = setInterval(() => {
    // Catches up on missed ticks to keep the rate.
    for (const due = performance.now() - start; tick < due; tick++) {
      const phase = phases[tick % intervalMs];
      for (const stream of phase ?? []) if (writeNext(stream, deltas)) phase?.delete(stream);
    }
  }, 1);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Stream {
  response: ServerResponse;
  sent: number;
}

/** Writes the next delta. Returns true at the end of the stream. */
function writeNext(stream: Stream, deltas: number): boolean {
  if (stream.sent < deltas) {
    const delta = `@${performance.now().toFixed(3)} `;
    const ids = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    stream.response.write(
      frame({ type: 'response.output_text.delta', sequence_number: ++stream.sent, ...ids, delta, logprobs: [] }),
    );
    return false;
  }
  stream.response.end(
    frame({ type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [] } }),
  );
  return true;
}

function frame(event: { type: string } & Record<string, unknown>): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
