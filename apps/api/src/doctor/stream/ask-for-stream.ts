import type { DoctorEvent } from '@parley/core';
import { createOutgoingClient } from '../../outgoing/outgoing-client.ts';
import { CLAIMED_ADDRESS } from './count-proxies.ts';
import { PAUSE_MS, STREAM_PATH, TOKEN_HEADER } from './stream-route.ts';

const CONNECT_MS = 3_000;
const MAX_BYTES = 4_096;

export interface AskedStream {
  proxies: number;
  trusted: number;
  /** Whether both events arrived together, although the server sent them with a pause. */
  isHeldBack: boolean;
}

/**
 * Asks the server at an origin for its test stream. `unknown-token`: it refuses the token, whose secret is another one.
 * Null: it answers with something else. Rejects without an answer.
 */
export async function askForStream(
  origin: string,
  token: string,
  signal: AbortSignal,
): Promise<AskedStream | 'unknown-token' | null> {
  const client = createOutgoingClient({ baseUrl: origin, connectMs: CONNECT_MS });
  const headers = { [TOKEN_HEADER]: token, 'X-Forwarded-For': CLAIMED_ADDRESS, 'Accept-Encoding': 'gzip' };
  const { response, body } = await client.open(origin + STREAM_PATH, { headers, signal });
  const isRefused = response.status === 404 && response.headers.get('content-type')?.includes('json');
  if (isRefused) return 'unknown-token';
  if (!body) return null;
  let text = '';
  const arrivals: number[] = [];
  for await (const chunk of body as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8');
    if (text.length > MAX_BYTES) return null;
    const events = text.split('\n\n').length - 1;
    while (arrivals.length < events) arrivals.push(performance.now());
  }
  const start = startIn(text);
  const [first = 0, second = 0] = arrivals;
  return start && arrivals.length === 2 ? { ...start, isHeldBack: second - first < PAUSE_MS / 2 } : null;
}

function startIn(text: string): Pick<AskedStream, 'proxies' | 'trusted'> | null {
  const json = /^data: (\{.*\})$/m.exec(text)?.[1];
  if (json === undefined) return null;
  const { proxies, trusted } = JSON.parse(json) as DoctorEvent;
  return typeof proxies === 'number' && typeof trusted === 'number' ? { proxies, trusted } : null;
}
