import { beforeEach, expect, test } from 'vitest';
import type { ConversationWithMessages, HistoryResponse } from '@parley/core';
import type { ApiClient } from '../../api/create-api-client.ts';
import { ADA, question } from '../testing/scripted-samples.ts';
import { ScriptedChat } from '../testing/scripted-chat.ts';
import { settled } from '../testing/settled.ts';

type Page = Parameters<ApiClient['history']>[0];

let played: ScriptedChat;
let requests: string[];
/** Answers to these requests wait. */
let gates: Map<string, Promise<void>>;
beforeEach(() => {
  played = new ScriptedChat();
  requests = [];
  gates = new Map();
});

/** Puts conversations, the newest first, and answers the history in pages. Returns those that the server lists. */
function put(count: number, change: Partial<ConversationWithMessages> = {}): ConversationWithMessages[] {
  for (let index = 0; index < count; index++) played.api.put(`c${index}`, question(`q${index}`, 'Why?'));
  const all = [...played.api.conversations.values()].map(({ conversation }, index): ConversationWithMessages => {
    const updatedAt = new Date(Date.UTC(2026, 0, 1) - index).toISOString();
    return { ...conversation, ...change, updatedAt, messages: [] };
  });
  played.api.history = async ({ limit = 0, before, only }: Partial<Page>): Promise<HistoryResponse> => {
    const request = only ?? before ?? 'newest';
    requests.push(request);
    await gates.get(request);
    const listed = only ? all.filter(({ pinned }) => pinned) : all;
    const start = listed.findIndex(({ id }) => id === before) + 1;
    const conversations = listed.slice(start, start + limit);
    const isEnd = start + limit >= listed.length;
    return { success: true, conversations, nextBefore: isEnd ? null : (conversations.at(-1)?.id ?? null) };
  };
  return all;
}

async function signedInWith(listed: number) {
  const chat = await played.signedIn();
  while (chat.state.conversations.length < listed) await chat.act.loadMoreHistory();
  requests = [];
  return chat;
}

test('a reconnect keeps a list that is longer than the largest page', async () => {
  put(600);
  const chat = await signedInWith(450);
  chat.act.handleUserEvent({ type: 'user', user: ADA });
  const lengths = new Set<number>();
  chat.store.subscribe(({ conversations }) => lengths.add(conversations.length));
  await settled();
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(450);
  expect(requests).toEqual(['newest', 'pinned', 'c199', 'c399']);
});

test('what the reader asks for during a reconnect is loaded, although the list ends elsewhere afterwards', async () => {
  const all = put(300);
  const chat = await signedInWith(50);
  const [page, list] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  gates.set('c49', page.promise).set('newest', list.promise);
  chat.act.handleUserEvent({ type: 'user', user: ADA });
  await settled();
  void chat.act.loadMoreHistory();
  all.unshift({ ...all[0]!, id: 'new' });
  list.resolve();
  await settled();
  page.resolve();
  await settled();
  expect(chat.state.conversations.map(({ id }) => id)).toEqual(all.slice(0, 100).map(({ id }) => id));
});

test('a session lists all pinned conversations', async () => {
  put(120, { pinned: true });
  expect((await signedInWith(0)).state.conversations).toHaveLength(120);
});
