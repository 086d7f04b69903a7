import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { RedisConnection } from './redis-connection.ts';
import { channelOf } from './scripts.ts';

/**
 * Pub/sub between processes, one channel per topic. Subscribers in this process get messages directly, even while Redis
 * is away.
 */
export class RedisTopics {
  /** Prefix of each message, so that a process ignores the echo of its own. */
  readonly sender = `${randomUUID()} `;
  readonly #connection: RedisConnection;
  readonly #listeners = new EventEmitter().setMaxListeners(0);

  constructor(connection: RedisConnection) {
    this.#connection = connection;
    connection.onUp(() => this.#listen(this.#listeners.eventNames().map(String)));
  }

  publish(topic: string, message: string): void {
    const channel = channelOf(topic);
    this.#listeners.emit(channel, message);
    this.#connection.send((client) => client.publish(channel, this.sender + message));
  }

  subscribe(topic: string, onMessage: (message: string) => void): () => void {
    const channel = channelOf(topic);
    this.#listeners.on(channel, onMessage);
    if (this.#listeners.listenerCount(channel) === 1) this.#listen([channel]);
    return () => {
      this.#listeners.off(channel, onMessage);
      if (this.#listeners.listenerCount(channel) > 0) return;
      this.#connection.send((client) => client.unsubscribe(channel, this.#receive));
    };
  }

  #listen(channels: string[]): void {
    if (channels.length > 0) this.#connection.send((client) => client.subscribe(channels, this.#receive));
  }

  readonly #receive = (message: string, channel: string): void => {
    if (!message.startsWith(this.sender)) this.#listeners.emit(channel, message.slice(this.sender.length));
  };
}
