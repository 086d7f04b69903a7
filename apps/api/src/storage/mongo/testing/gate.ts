import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to a MongoDB server that forwards one message at a time. */
export interface Gate {
  /** `host:port` of the gate. */
  address: string;
  /** Forwards this many more messages and holds later ones until `open`. Resolves when one is held. */
  holdAfter(messages: number): Promise<void>;
  /** Forwards this many more messages, then cuts all connections and refuses new ones until `open`. */
  shutAfter(messages: number): void;
  open(): Promise<void>;
  close(): Promise<void>;
}

interface Client {
  socket: Socket;
  server: Socket;
  /** Called when the request is answered, or never will be. */
  onAnswer(): void;
}

/**
 * Opens a gate. FerretDB reads and writes a document in two steps, with room for another client in between. To provide
 * MongoDB's atomic document changes, the gate forwards a message only after the previous one was answered.
 */
export async function openGate(url: string): Promise<Gate> {
  const [, host = '', port = '27017'] = /^mongodb:\/\/(?:[^/?]*@)?([^/?:,]+)(?::(\d+))?/.exec(url) ?? [];
  const clients = new Set<Client>();
  let queue: Promise<unknown> = Promise.resolve();
  let left = Infinity;
  let held: { isThere: PromiseWithResolvers<void>; goesOn: PromiseWithResolvers<void> } | null = null;

  function shut(): void {
    gate.close();
    for (const { socket, server } of clients) {
      socket.destroy();
      server.destroy();
    }
    clients.clear();
  }

  async function listen(place: number): Promise<void> {
    gate.listen(place, '127.0.0.1');
    await once(gate, 'listening');
  }

  const gate = createServer((socket) => {
    const client: Client = { socket, server: connect(Number(port), host), onAnswer: () => {} };
    clients.add(client);
    for (const end of [client.socket, client.server]) {
      end.setNoDelay(true);
      end.on('error', () => {});
      end.on('close', () => {
        client.socket.destroy();
        client.server.destroy();
        clients.delete(client);
        client.onAnswer();
      });
    }
    readMessages(client.socket, (message) => {
      queue = queue.then(async () => {
        if (socket.destroyed || client.server.destroyed) return;
        if (left === 0 && held) {
          held.isThere.resolve();
          await held.goesOn.promise;
        }
        if (left === 0) {
          shut();
          return;
        }
        left--;
        const answered = new Promise<void>((resolve) => (client.onAnswer = resolve));
        client.server.write(message);
        await answered;
      });
    });
    readMessages(client.server, (message) => {
      socket.write(message);
      client.onAnswer();
    });
  });
  await listen(0);
  const { port: place } = gate.address() as AddressInfo;
  return {
    address: `127.0.0.1:${place}`,
    holdAfter(messages) {
      left = messages;
      held = { isThere: Promise.withResolvers(), goesOn: Promise.withResolvers() };
      return held.isThere.promise;
    },
    shutAfter(messages) {
      left = messages;
      if (left === 0) shut();
    },
    async open() {
      left = Infinity;
      held?.goesOn.resolve();
      held = null;
      if (!gate.listening) await listen(place);
    },
    async close() {
      shut();
      if (gate.listening) await once(gate, 'close');
    },
  };
}

/** Calls `onMessage` with each complete message. A message starts with its length. */
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
