import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { signedIn } from '../account.ts';
import { userTest } from '../test.ts';

/** A proxy between browser and server that a test can disconnect, reconnect and slow down. */
export interface Cable {
  /** The address to use instead of the server's. */
  url: string;
  /** Cuts every connection and refuses new ones. */
  pull(): void;
  plugIn(): void;
  /** How long each piece of a request is under way, in milliseconds; 0 at first. */
  delayMs: number;
  /** Number of connections refused since the last `pull`. */
  refused(): number;
  close(): Promise<void>;
}

async function cableTo(serverUrl: string): Promise<Cable> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let isPulled = false;
  let refused = 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const delayed = () =>
    new Transform({ transform: (chunk, _encoding, done) => void setTimeout(done, cable.delayMs, null, chunk) });
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    near.pipe(delayed()).pipe(far).pipe(near);
    if (!isPulled) return;
    refused++;
    cut();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cable: Cable = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pull() {
      isPulled = true;
      refused = 0;
      cut();
    },
    plugIn() {
      isPulled = false;
    },
    delayMs: 0,
    refused: () => refused,
    async close() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
  return cable;
}

/** A test that can cut the page's connection to the stack. */
export const cableTest = userTest.extend<{ cable: Cable }>({
  cable: async ({ stack }, use) => {
    const cable = await cableTo(stack.url);
    await use(cable);
    await cable.close();
  },
  baseURL: async ({ cable }, use) => use(cable.url),
  storageState: async ({ cable, account }, use) => use(signedIn(cable, account)),
});
