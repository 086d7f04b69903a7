import { newReply, type StreamRequest } from '@parley/core';
import type { createApiClient } from '@parley/ui/create-api-client';
import { followReply } from '@parley/ui/follow-reply';

export type Api = ReturnType<typeof createApiClient>;

/** The fate of a reader: it stays; its connection is cut and it reconnects; it is killed and does not. */
export type Fate = 'stays' | 'cut' | 'killed';

export interface Reading {
  /** How reading ended: with the reply's own end, killed, or a description of the problem. */
  ending: string;
  text: string;
  /** Whether every state was a prefix of the expected text. */
  isFaithful: boolean;
  /** Time from the request to the first text; NaN without any. */
  firstTextMs: number;
}

export interface ReadOptions {
  request: StreamRequest;
  /** The process that gets the message, and the one for the reconnect. */
  at: Api;
  resumesAt: Api;
  expected: string;
  fate: Fate;
  /** Number of events after which the fate applies. */
  after: number;
  /** Time after which an unfinished reply counts as lost. */
  patienceMs: number;
}

/** Sends a message and reads its reply exactly as the client does. */
export function readReply(options: ReadOptions): Promise<Reading> {
  const { request, at, resumesAt, expected, fate, after, patienceMs } = options;
  const { generationId: _, ...message } = newReply('', { id: 'reply', now: 0, mode: 'normal' });
  const cut = new AbortController();
  const since = performance.now();
  const reading: Reading = { ending: '', text: '', isFaithful: true, firstTextMs: NaN };
  const { promise, resolve } = Promise.withResolvers<Reading>();
  let events = 0;
  const follower = followReply({
    api: {
      streamChat: (body, handlers) =>
        at.streamChat(body, {
          ...handlers,
          signal: AbortSignal.any([handlers.signal, cut.signal]),
          onEvent(event) {
            handlers.onEvent(event);
            if (++events !== after || fate === 'stays') return;
            if (fate === 'killed') end('killed');
            else cut.abort();
          },
        }),
      attach: resumesAt.attach,
    },
    message,
    request,
    now: Date.now,
    random: Math.random,
    onOutcome(outcome) {
      if (outcome.type === 'rejected') end(`rejected: ${String(outcome.error)}`);
      else if (outcome.type === 'repeated') end('repeated');
    },
    onTitle() {},
    onMessage({ text }) {
      if (reading.text === '' && text !== '') reading.firstTextMs = performance.now() - since;
      reading.text = text;
      reading.isFaithful &&= expected.startsWith(text);
    },
    onConnection() {},
    onEnd: ({ type }) => end(type),
  });
  const patience = setTimeout(() => end('never'), patienceMs);

  function end(ending: string): void {
    clearTimeout(patience);
    follower.close();
    resolve({ ...reading, ending });
  }
  return promise;
}
