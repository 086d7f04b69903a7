import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestServer } from '../../testing/test-server.ts';

/** Number of words in the model's reply, and the pause between them. */
const WORDS = 5;
const PAUSE_MS = 400;

export type TwoInstances = Awaited<ReturnType<typeof startTwoInstances>>;

/**
 * A server at two addresses, to put behind a proxy. Its model replies `word0` to `word4`. If the message contains
 * "silence", it waits for `speak` first; if it contains "turns", it waits for the turn of each word.
 */
export async function startTwoInstances() {
  const asked = [0, 0];
  let turns: PromiseWithResolvers<void>[] = [];
  let silence = Promise.withResolvers<void>();
  const server = await startTestServer({
    trustedProxies: 1,
    backends: ({ model }) => ({
      model: {
        capabilities: () => model.capabilities(),
        contextTokens: () => model.contextTokens(),
        complete: (...request) => model.complete(...request),
        async stream({ messages }, emit) {
          if (messages.at(-1)?.content.includes('silence')) await silence.promise;
          for (let word = 0; word < WORDS; word++) {
            if (messages.at(-1)?.content.includes('turns')) await turns[word]?.promise;
            else if (word > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
            emit({ type: 'text', delta: `word${word} ` });
          }
          emit({ type: 'end', reason: 'stop' });
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
    /** `host:port` of each instance. */
    addresses: instances.map((instance) => `127.0.0.1:${(instance.address() as AddressInfo).port}`),
    /** Number of requests that each instance received. */
    asked,
    /** The turns of the words of the next message, which the test resolves. */
    newTurns() {
      return (turns = Array.from({ length: WORDS }, () => Promise.withResolvers<void>()));
    },
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
