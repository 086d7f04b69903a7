import { setTimeout as sleep } from 'node:timers/promises';
import { BARE, questionOf } from './provider.ts';

const EVERY_MS = 200;

/**
 * Requests the provider directly five times a second until stopped, and measures the time to the first delta in
 * milliseconds.
 */
export function measureBare(providerUrl: string): { stop(): Promise<number[]> } {
  const times: number[] = [];
  let isOver = false;
  const measuring = (async () => {
    for (let count = 0; !isOver; count++) {
      times.push(await firstDelta(`${providerUrl}/responses`, `${BARE}${count}`));
      await sleep(EVERY_MS);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await measuring;
      return times;
    },
  };
}

async function firstDelta(url: string, name: string): Promise<number> {
  const abort = new AbortController();
  const since = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Connection: 'close' },
    body: JSON.stringify({ input: questionOf(name) }),
    signal: abort.signal,
  });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('response.output_text.delta')) break;
  }
  const ms = performance.now() - since;
  abort.abort();
  return ms;
}
