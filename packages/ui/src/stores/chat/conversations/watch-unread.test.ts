// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TransportError } from '../../../api/transport-error.ts';
import { question, reply } from '../../testing/scripted-samples.ts';
import { ScriptedChat } from '../../testing/scripted-chat.ts';
import { settled } from '../../testing/settled.ts';
import { watchUnread } from './watch-unread.ts';

type Chat = ReturnType<ScriptedChat['open']>;

let played: ScriptedChat;
let chat: Chat;
let count: number;
let end: () => void;
let visibility: 'visible' | 'hidden';

beforeEach(async () => {
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  played = new ScriptedChat();
  for (const id of ['a', 'b']) played.api.put(id, question(`q-${id}`, 'Why?'), reply(`r-${id}`, { text: 'So.' }));
  chat = await played.signedIn();
  await open('a');
  played.api.calls = [];
  end = watchUnread(chat.store, (unread) => (count = unread));
});

afterEach(() => {
  end();
  vi.restoreAllMocks();
});

async function open(id: string): Promise<void> {
  history.replaceState(null, '', `/c/${id}`);
  await chat.act.openThread(id);
}

/** A reply of the conversation ended, on whatever device it was asked for. */
async function answer(id: string): Promise<void> {
  const found = played.api.conversations.get(id);
  if (!found) throw new Error(`${id} is unknown`);
  found.conversation = { ...found.conversation, unread: true };
  chat.act.handleUserEvent({
    type: 'conversation',
    conversation: { ...found.conversation },
    lastMessageIds: found.messages.slice(-3).map((message) => message.id),
  });
  await settled();
}

async function turn(to: 'visible' | 'hidden'): Promise<void> {
  visibility = to;
  document.dispatchEvent(new Event('visibilitychange'));
  await settled();
}

const isUnread = (id: string) => chat.state.conversations.find((item) => item.id === id)?.unread;
const marks = () => played.api.calls.filter((call) => call.startsWith('change'));

test('the conversation on screen is marked as read once its reply has ended', async () => {
  await answer('a');
  expect(marks()).toHaveLength(1);
  expect(isUnread('a')).toBe(false);
  expect(count).toBe(0);
});

test('another conversation stays unread until it is opened', async () => {
  await answer('b');
  expect([isUnread('b'), count, marks()]).toEqual([true, 1, []]);
  await open('b');
  await settled();
  expect([isUnread('b'), count, marks().length]).toEqual([false, 0, 1]);
});

test('a hidden page counts the conversation it shows until it becomes visible', async () => {
  await turn('hidden');
  await answer('a');
  await answer('b');
  expect([count, marks()]).toEqual([2, []]);
  await turn('visible');
  expect([isUnread('a'), count]).toEqual([false, 1]);
});

test('reading on another device clears the mark in a hidden page', async () => {
  await turn('hidden');
  await answer('b');
  expect(count).toBe(1);
  const found = played.api.conversations.get('b');
  if (found) found.conversation = { ...found.conversation, unread: false };
  chat.act.handleUserEvent({
    type: 'conversation',
    conversation: { ...found?.conversation } as never,
    lastMessageIds: ['q-b', 'r-b'],
  });
  await settled();
  expect([isUnread('b'), count]).toEqual([false, 0]);
});

test('archived conversations are not counted', async () => {
  await answer('b');
  await chat.act.setArchived('b', true);
  expect(count).toBe(0);
});

test('a server that does not answer is not asked over and over', async () => {
  played.api.failures.set('change', new TransportError());
  await answer('a');
  await settled();
  expect(marks()).toHaveLength(1);
  expect(chat.state.notice).toBeNull();
});
