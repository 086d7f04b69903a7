import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

/** Messages per account and minute, safely below the limit. */
const PER_ACCOUNT = 50;

export interface Load {
  /** Latency of each delta from the model's write to the reader, in milliseconds. */
  delays: number[];
  deltas: number;
}

export interface LoadOptions {
  streams: number;
  /** Tokens of the accounts; empty for a bare server. */
  tokens: string[];
  /** Time over which the streams are opened. */
  rampMs: number;
}

/** Opens this many streams, reads each to its end and records when each delta arrives. */
export async function runLoad(url: string, { streams, tokens, rampMs }: LoadOptions): Promise<Load> {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  const delays: number[] = [];
  await Promise.all(
    Array.from({ length: streams }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, (index / streams) * rampMs));
      await readOne(url, agent, tokens[index % tokens.length], delays);
    }),
  );
  agent.destroy();
  return { delays, deltas: delays.length };
}

/** Creates enough accounts for one load of this many streams. */
export async function signUp(url: string, streams: number): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length * PER_ACCOUNT < streams) {
    const response = await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'tangerine' }),
    });
    tokens.push(((await response.json()) as { token: string }).token);
  }
  return tokens;
}

function readOne(url: string, agent: Agent, token: string | undefined, delays: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const path = token === undefined ? '/' : '/api/chat/stream';
    const headers = {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    const outgoing = request(url + path, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`the server answered ${response.statusCode}`));
      response.setEncoding('utf8');
      let isOver = false;
      response.on('data', (chunk: string) => {
        const now = performance.now();
        // The relay's last event repeats the whole text, which has already arrived.
        isOver ||= chunk.includes('"done":true');
        const live = isOver ? chunk.slice(0, chunk.indexOf('"done":true')) : chunk;
        for (const [, sent] of live.matchAll(/@(\d+\.\d+) /g)) delays.push(now - Number(sent));
      });
      response.on('end', resolve);
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify({ conversationId: randomUUID(), clientMessageId: randomUUID(), text: 'Hello' }));
  });
}
