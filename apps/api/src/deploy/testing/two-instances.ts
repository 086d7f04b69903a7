import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestServer } from '../../testing/test-server.ts';

/** The model's answer: so many words, so long apart. */
export const WORDS = 5;
const PAUSE_MS = 400;

export type TwoInstances = Awaited<ReturnType<typeof startTwoInstances>>;

/**
 * A server at two addresses, for a proxy to stand before. Its model says `word0` to `word4`, and to a question with
 * "silence" in it only after `speak`.
 */
export async function startTwoInstances() {
  const asked = [0, 0];
  const said: number[] = [];
  let silence = Promise.withResolvers<void>();
  const server = await startTestServer({
    trustedProxies: 1,
    backends: ({ model }) => ({
      model: {
        capabilities: () => model.capabilities(),
        complete: (...request) => model.complete(...request),
        async *stream({ messages }) {
          if (messages.at(-1)?.content.includes('silence')) await silence.promise;
          for (let word = 0; word < WORDS; word++) {
            if (word > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
            said.push(performance.now());
            yield { type: 'text', delta: `word${word} ` } as const;
          }
          yield { type: 'end', reason: 'stop' } as const;
        },
      },
    }),
  });
  const instances = asked.map((_, index) =>
    createServer((req, res) => {
      asked[index] = (asked[index] ?? 0) + 1;
      server.handler(req, res);
    }).listen(0, '127.0.0.1'),
  );
  await Promise.all(instances.map((instance) => instance.listening || once(instance, 'listening')));
  return {
    /** `host:port` of each. */
    addresses: instances.map((instance) => `127.0.0.1:${(instance.address() as AddressInfo).port}`),
    /** Requests that each was asked. */
    asked,
    /** When the model said each of its words, in the time of this process; to be emptied by whoever looks. */
    said,
    /** Ends the model's silence. */
    speak() {
      silence.resolve();
      silence = Promise.withResolvers();
    },
    async close() {
      for (const instance of instances) {
        instance.closeAllConnections();
        instance.close();
      }
      await server.close();
    },
  };
}
