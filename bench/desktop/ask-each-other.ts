/** A forked process, or the current one if it was forked. */
interface Channel {
  readonly connected: boolean;
  send?(message: object): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
}

/** The handlers of one end of a channel, by name. */
export type Answers = Record<string, (...args: never[]) => unknown>;

/** Calls a handler of the other end. Rejects with its error or if the process is gone. */
export type Ask = (name: string, ...args: unknown[]) => Promise<unknown>;

type Message =
  { id: number; name: string; args: unknown[] } | { id: number; value: unknown } | { id: number; problem: string };

/** Connects two processes so that each can call the other's handlers. */
export function askEachOther(channel: Channel, answers: Answers): Ask {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  const send = (message: Message) => {
    if (channel.connected) channel.send?.(message);
  };
  const answer = async (id: number, name: string, args: unknown[]) => {
    try {
      const run = answers[name] as ((...given: unknown[]) => unknown) | undefined;
      if (!run) throw new Error(`There is no answer to ${name}`);
      send({ id, value: await run(...args) });
    } catch (error) {
      send({ id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  };
  channel.on('message', (received) => {
    const message = received as Message;
    if ('name' in message) {
      void answer(message.id, message.name, message.args);
      return;
    }
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if ('problem' in message) asked?.reject(new Error(message.problem));
    else asked?.resolve(message.value);
  });
  channel.on('disconnect', () => {
    for (const { reject } of waiting.values()) reject(new Error('The other process is gone'));
    waiting.clear();
  });
  return (name, ...args) =>
    new Promise((resolve, reject) => {
      if (!channel.connected) return reject(new Error('The other process is gone'));
      const id = ++last;
      waiting.set(id, { resolve, reject });
      send({ id, name, args });
    });
}
