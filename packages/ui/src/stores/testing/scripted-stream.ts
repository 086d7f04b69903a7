import type { Message, SequencedEvent, StreamEvent, StreamRequest } from '@parley/core';
import { TransportError, type StreamHandlers } from '../../api/transport-error.ts';
import { USAGE } from './scripted-samples.ts';
import { settled } from './settled.ts';

/** One connection, whose server is played by a test. */
export class ScriptedStream {
  readonly after: number;
  readonly signal: AbortSignal;
  readonly request: StreamRequest | null;
  readonly #handlers: StreamHandlers;
  #seq: number;
  readonly #outcome = Promise.withResolvers<void>();

  constructor(request: StreamRequest | null, after: number, handlers: StreamHandlers) {
    this.request = request;
    this.after = after;
    this.#seq = after;
    this.#handlers = handlers;
    this.signal = handlers.signal;
    handlers.signal.addEventListener('abort', () => this.cut());
  }

  get closed(): Promise<void> {
    return this.#outcome.promise;
  }

  /** Sends these events with the next sequence numbers. */
  async send(...events: StreamEvent[]): Promise<void> {
    for (const event of events) await this.sendAs({ seq: ++this.#seq, event });
  }

  async sendAs(event: SequencedEvent): Promise<void> {
    this.#handlers.onActivity?.();
    this.#handlers.onEvent(event);
    await settled();
  }

  /** Sends a heartbeat. */
  async beat(): Promise<void> {
    this.#handlers.onActivity?.();
    await settled();
  }

  async accept(generationId = 'run', userMessageId = 'q1', assistantMessageId = 'r1'): Promise<void> {
    await this.send({ type: 'accepted', generationId, userMessageId, assistantMessageId });
  }

  async finish(message: Message, usage = { ...USAGE, messagesUsed: 2 }): Promise<void> {
    await this.send({ type: 'done', message, usage });
    await this.close();
  }

  async close(): Promise<void> {
    this.#outcome.resolve();
    await settled();
  }

  async cut(error: Error = new TransportError('cut')): Promise<void> {
    this.#outcome.reject(error);
    await settled();
  }
}
