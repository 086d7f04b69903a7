import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server for the messages of MongoDB's protocol, which lets one through at a time. */
export interface Gate {
  /** `host:port` of the gate. */
  address: string;
  /** Lets this many more messages through, and holds what comes then until `open`. Resolves when something has come. */
  holdAfter(messages: number): Promise<void>;
  /** Lets this many more messages through, then cuts all connections and takes no more, until `open`. */
  shutAfter(messages: number): void;
  open(): Promise<void>;
  close(): Promise<void>;
}

interface Client {
  socket: Socket;
  server: Socket;
  /** Told when what was asked is answered, or never will be. */
  onAnswer(): void;
}

/**
 * FerretDB reads a document and writes it in two steps, and another client may come between. What MongoDB promises, that one
 * document changes at once, the gate makes up for: the next message goes in when the answer to the one before is out.
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
