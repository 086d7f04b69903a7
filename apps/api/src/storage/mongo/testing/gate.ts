import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server for the messages of MongoDB's protocol, which lets one through at a time. */
export interface Gate {
  /** `host:port` of the gate. */
  address: string;
  /** How many messages have gone through. */
  readonly passed: number;
  /** Lets this many more messages through, then cuts all connections and takes no more, until `open`. */
  shutAfter(messages: number): void;
  open(): void;
  close(): Promise<void>;
}

interface Client {
  socket: Socket;
  server: Socket;
}

/**
 * FerretDB reads a document and writes it in two steps, and another client may come between. What MongoDB promises, that one
 * document changes at once, the gate makes up for: the next message goes in when the answer to the one before is out.
 */
export async function openGate(host: string, port: number): Promise<Gate> {
  const clients = new Set<Client>();
  let queue: Promise<unknown> = Promise.resolve();
  let passed = 0;
  let left = Infinity;

  function shut(): void {
    for (const { socket, server } of clients) {
      socket.destroy();
      server.destroy();
    }
    clients.clear();
  }

  const gate = createServer((socket) => {
    if (left === 0) {
      socket.destroy();
      return;
    }
    const client = { socket, server: connect(port, host) };
    clients.add(client);
    for (const end of [client.socket, client.server]) {
      end.setNoDelay(true);
      end.on('error', () => {});
      end.on('close', () => {
        client.socket.destroy();
        client.server.destroy();
        clients.delete(client);
      });
    }
    readMessages(client.socket, (message) => {
      queue = queue.then(async () => {
        if (socket.destroyed || client.server.destroyed) return;
        if (left === 0) {
          shut();
          return;
        }
        left--;
        passed++;
        const answer = Promise.race([once(client.server, 'message'), once(client.server, 'close')]);
        client.server.write(message);
        await answer;
      });
    });
    readMessages(client.server, (message) => {
      socket.write(message);
      client.server.emit('message');
    });
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  return {
    address: `127.0.0.1:${(gate.address() as AddressInfo).port}`,
    get passed() {
      return passed;
    },
    shutAfter(messages) {
      left = messages;
      if (left === 0) shut();
    },
    open() {
      left = Infinity;
    },
    async close() {
      shut();
      gate.close();
      await once(gate, 'close');
    },
  };
}

/** Tells of each message once it is whole: it begins with its length. */
function readMessages(socket: Socket, onMessage: (message: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      onMessage(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  });
}
