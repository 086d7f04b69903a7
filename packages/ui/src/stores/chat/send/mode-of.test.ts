import { expect, test } from 'vitest';
import { question, reply } from '../../testing/scripted-samples.ts';
import { initialChat } from '../initial-chat.ts';
import { modeOf, readModes, storeMode } from './mode-of.ts';

function memory() {
  const values = new Map<string, string>();
  return {
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string) => void values.set(key, value),
    remove: (key: string) => void values.delete(key),
  };
}

test('a conversation has the mode that was chosen in it, else that of its last question, else Normal', () => {
  const storage = memory();
  const messages = {
    q1: { ...question('q1', 'One'), mode: 'thinking' as const },
    r1: reply('r1'),
    q2: { ...question('q2', 'Two'), mode: 'web_search' as const },
    r2: { ...reply('r2'), mode: 'normal' as const },
  };
  const thread = {
    status: 'ready',
    messageIds: ['q1', 'r1', 'q2', 'r2'],
    nextBefore: null,
    isLoadingOlder: false,
    reply: null,
  } as const;
  const state = {
    ...initialChat(storage),
    messages,
    threads: { c: { ...thread, messageIds: [...thread.messageIds] } },
  };
  expect(modeOf(state, 'c')).toBe('web_search');
  expect(modeOf(state, 'new')).toBe('normal');
  expect(modeOf({ ...state, modes: { c: 'image' } }, 'c')).toBe('image');
});

test('chosen modes survive a reload, the last fifty of them, and one of an older version does no harm', () => {
  const storage = memory();
  storage.set('selected-tool', 'image');
  expect(readModes(storage)).toEqual({});
  for (let index = 0; index < 60; index++) storeMode(storage, `c${index}`, 'thinking');
  storeMode(storage, 'c20', 'image');
  const modes = initialChat(storage).modes;
  expect(Object.keys(modes)).toHaveLength(50);
  expect(modes).toMatchObject({ c20: 'image', c59: 'thinking' });
  expect(modes).not.toHaveProperty('c9');
});
