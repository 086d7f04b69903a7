import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';

export interface TimedProvider {
  /** Ends in /v1. */
  url: string;
  /** When the last question had arrived whole, in milliseconds of the clock that all processes of a machine share. */
  asked(): number;
  close(): void;
}

/** Starts a model with the Responses API that answers at once, with one word. */
export async function startTimedProvider(): Promise<TimedProvider> {
  let asked = 0;
  const server = createServer(async (request, response) => {
    // Not decoded, which would be the time of this process.
    await finished(request.resume());
    asked = Number(process.hrtime.bigint()) / 1e6;
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    const ids = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    const events = [
      { type: 'response.created', response: { id: 'resp_1', status: 'in_progress', output: [] } },
      { type: 'response.output_text.delta', sequence_number: 1, ...ids, delta: 'Harbour', logprobs: [] },
      { type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [] } },
    ];
    response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: () => asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
