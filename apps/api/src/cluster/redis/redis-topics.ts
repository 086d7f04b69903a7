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
  readonly #heard = new EventEmitter().setMaxListeners(0);

  constructor(connection: RedisConnection) {
    this.#connection = connection;
    connection.onUp(() => this.#listen(this.#heard.eventNames().map(String)));
  }

  publish(topic: string, message: string): void {
    const channel = channelOf(topic);
    this.#heard.emit(channel, message);
    this.#connection.tell((client) => client.publish(channel, this.sender + message));
  }

  subscribe(topic: string, onMessage: (message: string) => void): () => void {
    const channel = channelOf(topic);
    this.#heard.on(channel, onMessage);
    if (this.#heard.listenerCount(channel) === 1) this.#listen([channel]);
    return () => {
      this.#heard.off(channel, onMessage);
      if (this.#heard.listenerCount(channel) > 0) return;
      this.#connection.tell((client) => client.unsubscribe(channel, this.#hear));
    };
  }

  #listen(channels: string[]): void {
    if (channels.length > 0) this.#connection.tell((client) => client.subscribe(channels, this.#hear));
  }

  readonly #hear = (message: string, channel: string): void => {
    if (!message.startsWith(this.sender)) this.#heard.emit(channel, message.slice(this.sender.length));
  };
}
