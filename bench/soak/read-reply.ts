import { newReply, type StreamRequest } from '@parley/core';
import type { createApiClient } from '@parley/ui/create-api-client';
import { followReply } from '@parley/ui/follow-reply';

export type Api = ReturnType<typeof createApiClient>;

/** What becomes of a reader: it reads on; its connection is cut and it comes back; it never does. */
export type Fate = 'stays' | 'cut' | 'killed';

export interface Reading {
  /** How it ended for the reader: with the reply's own end, killed, or in another way that this names. */
  ending: string;
  text: string;
  /** Whether every state that the reader saw was a beginning of the text that was to come. */
  isFaithful: boolean;
  /** From the request to the first text; NaN when none came. */
  firstTextMs: number;
}

export interface ReadOptions {
  request: StreamRequest;
  /** Where the message is sent, and where a reader that was cut comes back. */
  at: Api;
  resumesAt: Api;
  expected: string;
  fate: Fate;
  /** After so many events the fate comes. */
  after: number;
  /** A reply that has not ended by then never does. */
  patienceMs: number;
}

/** Sends a message and reads its reply, in the very way in which the client does. */
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
