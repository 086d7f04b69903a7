import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { question, reply } from '../../testing/scripted-samples.ts';
import { ScriptedChat } from '../../testing/scripted-chat.ts';
import { settled } from '../../testing/settled.ts';

let played: ScriptedChat;
let api: ScriptedChat['api'];
beforeEach(() => {
  vi.useFakeTimers();
  played = new ScriptedChat();
  ({ api } = played);
  for (const id of ['a', 'b', 'c', 'd'])
    api.put(id, ...Array.from({ length: 900 }, (_, index) => question(`${id}${index}`, `Why ${index}?`)));
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets the cache be updated, which evicts threads. */
async function idle() {
  await vi.advanceTimersByTimeAsync(5000);
  await settled();
}

async function reading(...ids: string[]) {
  const chat = await played.signedIn();
  await idle();
  for (const id of ids) await chat.act.openThread(id);
  return chat;
}

const inMemory = ({ state }: Awaited<ReturnType<typeof reading>>) =>
  Object.entries(state.threads).flatMap(([id, { messageIds }]) => (messageIds.length > 0 ? [id] : []));

test('evicts the least recently opened of many long conversations, and loads them again when they are opened', async () => {
  const chat = await reading('a', 'b', 'a', 'c', 'd');
  await idle();
  expect(inMemory(chat).toSorted()).toEqual(['c', 'd']);
  expect(Object.keys(chat.state.messages)).toHaveLength(1800);
  expect(chat.state.conversations).toHaveLength(4);
  await chat.act.openThread('a');
  expect(chat.texts('a')).toHaveLength(900);
});

test('keeps conversations that are open, edited, queued in or being answered', async () => {
  const chat = await reading('a', 'b', 'c');
  chat.act.beginEdit('b');
  played.isReached = false;
  await chat.act.send('c', 'And?');
  played.isReached = true;
  await chat.act.openThread('a');
  void chat.act.send('a', 'Why?');
  await settled();
  await api.stream.accept();
  await chat.act.openThread('d');
  await idle();
  expect(inMemory(chat)).toEqual(['a', 'b', 'c', 'd']);
  await api.stream.finish(reply('r1', { text: 'So.' }));
  await idle();
  expect(inMemory(chat)).toEqual(['b', 'c', 'd']);
  chat.act.reset('expired');
});

test('evicts the messages of a deleted conversation, and replaced versions', async () => {
  api.put('short', question('q', 'Why?'), reply('r', { text: 'So.' }));
  const chat = await reading('short', 'a');
  void chat.act.retry('short', 'r');
  await settled();
  await api.stream.accept('run', 'q', 'r1');
  await api.stream.finish(reply('r1', { text: 'Because.' }));
  expect(chat.state.messages.r?.text).toBe('So.');
  await chat.act.deleteConversation('a');
  await idle();
  expect(Object.values(chat.state.messages).map(({ text }) => text)).toEqual(['Why?', 'Because.']);
  chat.act.reset('expired');
});
