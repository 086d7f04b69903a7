import { expect, it, vi } from 'vitest';
import { EventFeed, type EventFeedHooks } from './event-feed.ts';
import type { UserHint } from './user-events.ts';

const about = (conversationId: string): UserHint => ({ type: 'conversation', conversationId });

function feedWith(hooks: Partial<EventFeedHooks> = {}) {
  const sent: string[] = [];
  const state = { isReady: true };
  const onFailed = vi.fn<() => void>();
  const feed = new EventFeed({
    async send(hint) {
      sent.push('conversationId' in hint ? `${hint.type} ${hint.conversationId}` : hint.type);
    },
    isReady: () => state.isReady,
    onFailed,
    ...hooks,
  });
  return { feed, sent, state, onFailed };
}

it('sends hints one at a time and merges repeats while they wait', async () => {
  const gate = Promise.withResolvers<void>();
  const sent: string[] = [];
  const { feed } = feedWith({
    async send(hint) {
      sent.push('conversationId' in hint ? hint.conversationId : hint.type);
      await gate.promise;
    },
  });
  for (const id of ['a', 'a', 'b', 'a', 'b']) feed.push(about(id));
  // What caused the hints is answered before they are read.
  expect(sent).toEqual([]);
  await expect.poll(() => sent).toEqual(['a']);
  for (const id of ['a', 'b', 'a']) feed.push(about(id));
  gate.resolve();
  // A hint that arrived during the read may be newer than what was read, so it is read again.
  await expect.poll(() => sent).toEqual(['a', 'b', 'a']);
});

it('sends nothing while the client is behind, and everything once it has caught up', async () => {
  const { feed, sent, state } = feedWith();
  state.isReady = false;
  feed.push(about('a'));
  feed.push(about('b'));
  expect(sent).toEqual([]);
  state.isReady = true;
  feed.pump();
  await expect.poll(() => sent).toEqual(['conversation a', 'conversation b']);
});

it('makes a client that is far behind refetch everything', async () => {
  const { feed, sent, state } = feedWith();
  state.isReady = false;
  for (let index = 0; index <= 500; index++) feed.push(about(`${index}`));
  state.isReady = true;
  feed.pump();
  await expect.poll(() => sent).toEqual(['user']);
});

it('reports a hint that could not be sent', async () => {
  const { feed, onFailed } = feedWith({ send: () => Promise.reject(new Error('away')) });
  feed.push(about('a'));
  await expect.poll(() => onFailed.mock.calls).toHaveLength(1);
});
