import { expect, it } from 'vitest';
import type { Message } from '@parley/core';
import type { BranchRequest, Page } from '../../../storage/storage.ts';
import { ownProcess } from '../../../cluster/own-process.ts';
import { BranchCache } from './branch-cache.ts';
import { BranchReader } from './branch-reader.ts';
import { exampleMessage as message } from './testing/example-message.ts';

const CONTEXT = 100_000;
const many = (count: number) => Array.from({ length: count }, (_, index) => message(`m${index}`));
const newestFirst = (branch: Message[]) => branch.toReversed().map(({ id }) => id);

/** A store with one conversation, whose branch a test replaces. */
function storeOf(branch: Message[]) {
  const store = { branch, requests: [] as BranchRequest[], messages };
  async function messages(_user: string, _id: string, request: BranchRequest): Promise<Page<Message>> {
    store.requests.push(request);
    const end = store.branch.findIndex(({ id }) => id === (request.before ?? store.branch.at(-1)?.id)) + 1;
    const start = Math.max(0, end - request.limit);
    return { items: store.branch.slice(start, end), nextBefore: store.branch[start - 1]?.id ?? null };
  }
  return store;
}

const NO_CACHE = { get: () => [], set: () => {} };
const readerOf = (store: ReturnType<typeof storeOf>) => new BranchReader(store, NO_CACHE, 'user', 'conversation');

it('reads only the new messages after it read the branch ahead', async () => {
  const store = storeOf(many(300));
  const reader = readerOf(store);
  await reader.readAhead(Promise.resolve(CONTEXT));
  store.branch = [...store.branch, message('question', { isUser: true }), message('reply')];
  const ahead = store.requests.length;
  const { messages } = await reader.read('reply', CONTEXT);
  expect(messages.map(({ id }) => id)).toEqual(newestFirst(store.branch).slice(1));
  expect(store.requests.slice(ahead)).toEqual([{ limit: 2, withoutVersions: true }]);
});

it('reads each page once when the question is accepted while it still reads ahead', async () => {
  const store = storeOf(many(300));
  const reader = readerOf(store);
  const ahead = reader.readAhead(Promise.resolve(CONTEXT));
  const before = store.branch;
  store.branch = [...before, message('question'), message('reply')];
  const { messages } = await reader.read('reply', CONTEXT);
  await ahead;
  expect(messages).toHaveLength(301);
  const cursors = store.requests.map((request) => request.before);
  expect(new Set(cursors.slice(1)).size).toBe(cursors.length - 1);
});

it('reads the branch as it is after a message was replaced, from what it read ahead', async () => {
  const store = storeOf(many(40));
  const reader = readerOf(store);
  await reader.readAhead(Promise.resolve(CONTEXT));
  store.branch = [...store.branch.slice(0, 30), message('question'), message('reply')];
  const ahead = store.requests.length;
  const { messages } = await reader.read('reply', CONTEXT);
  expect(messages.map(({ id }) => id)).toEqual(newestFirst(store.branch).slice(1));
  expect(store.requests.length - ahead).toBe(1);
});

it('reads a reply again that was still written when it read ahead', async () => {
  const store = storeOf([message('a'), message('b', { status: 'streaming', text: 'Half' })]);
  const reader = readerOf(store);
  await reader.readAhead(Promise.resolve(CONTEXT));
  store.branch = [message('a'), message('b', { text: 'Half of it' }), message('question'), message('reply')];
  const { messages } = await reader.read('reply', CONTEXT);
  expect(messages.map(({ text }) => text)).toEqual(['The words of question.', 'Half of it', 'The words of a.']);
});

it('reads without what it could not read ahead', async () => {
  const store = storeOf([...many(3), message('question'), message('reply')]);
  let isAway = true;
  const messages: typeof store.messages = async (...request) => {
    if (!isAway) return store.messages(...request);
    isAway = false;
    throw new Error('The store is away.');
  };
  const reader = new BranchReader({ messages }, NO_CACHE, 'user', 'conversation');
  await reader.readAhead(Promise.resolve(CONTEXT));
  expect((await reader.read('reply', CONTEXT)).messages).toHaveLength(4);
});

it('stops at a summary, and at the end of the context', async () => {
  const summarized = message('m10', { summary: 'They met.' });
  const store = storeOf([...many(10), summarized, ...many(30).slice(11), message('reply')]);
  const { messages, summary } = await readerOf(store).read('reply', CONTEXT);
  expect([messages.length, summary]).toEqual([19, 'They met.']);
  expect((await readerOf(store).read('reply', 20)).messages).toHaveLength(3);
});

it('reads only what is new since the last reply, at any length, and in another branch what both share', async () => {
  const store = storeOf([...many(1_200), message('first question', { isUser: true }), message('first reply')]);
  const cache = new BranchCache(ownProcess());
  const next = () => new BranchReader(store, cache, 'user', 'conversation');
  await next().read('first reply', CONTEXT);
  const turn = async (branch: Message[]) => {
    store.branch = branch;
    store.requests = [];
    const reader = next();
    await reader.readAhead(Promise.resolve(CONTEXT));
    const { messages } = await reader.read(branch.at(-1)?.id ?? '', CONTEXT);
    expect(messages.map(({ id }) => id)).toEqual(newestFirst(branch).slice(1));
    return store.requests;
  };
  const longer = [...store.branch, message('question', { isUser: true }), message('reply')];
  expect(await turn(longer)).toEqual([{ limit: 4, withoutVersions: true }]);
  const other = [...longer.slice(0, 900), message('edited', { isUser: true }), message('its reply')];
  expect(await turn(other)).toEqual([{ limit: 4, withoutVersions: true }]);
});

it('keeps a branch from its last summary on, and none that exceeds the context', async () => {
  const summarized = message('m10', { summary: 'They met.' });
  const store = storeOf([...many(10), summarized, ...many(60).slice(11), message('reply')]);
  const cache = new BranchCache(ownProcess());
  const reader = () => new BranchReader(store, cache, 'user', 'conversation');
  await reader().read('reply', 20);
  expect(cache.get('user', 'conversation')).toEqual([]);
  await reader().read('reply', CONTEXT);
  expect(cache.get('user', 'conversation').at(0)).toEqual(summarized);
  store.branch = [...store.branch, message('question'), message('next')];
  store.requests = [];
  const { messages, summary } = await reader().read('next', CONTEXT);
  expect([messages.length, summary]).toEqual([51, 'They met.']);
  expect(store.requests).toHaveLength(1);
});
