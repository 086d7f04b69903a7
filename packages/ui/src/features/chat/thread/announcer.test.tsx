// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Message } from '@parley/core';
import type { Thread } from '../../../stores/chat/chat-state.ts';
import { reply } from '../../../stores/testing/scripted-samples.ts';
import { renderChat } from '../../../testing/render-chat.tsx';
import { Announcer } from './announcer.tsx';

const THREAD: Thread = { status: 'ready', messageIds: ['r'], nextBefore: null, isLoadingOlder: false, reply: null };
const RUNNING: Thread = {
  ...THREAD,
  reply: { generationId: 'g', messageId: 'r', connection: 'live', stopping: false },
};

test.each([
  ['Likes tea', 'Updated memory: Likes tea.'],
  ['Likes tea.', 'Updated memory: Likes tea.'],
  ['お茶が好きです。', 'Updated memory: お茶が好きです。'],
])('ends what it says about the memory %j with one full stop', async (detail, said) => {
  const { set } = await renderChat(<Announcer conversationId="c" />);
  const toolCalls: Message['toolCalls'] = [{ name: 'memory', status: 'completed', detail }];
  await set({ threads: { c: RUNNING }, messages: { r: reply('r', { status: 'streaming', toolCalls }) } });
  expect(screen.getByRole('status').textContent).toBe(said);
});

test('announces the start of a reply, each tool and the end, but none of its text', async () => {
  const { set } = await renderChat(<Announcer conversationId="c" />);
  const announced: string[] = [];
  const happens = async (thread: Thread, change: Partial<Message>) => {
    await set({ threads: { c: thread }, messages: { r: reply('r', { status: 'streaming', ...change }) } });
    const words = screen.getByRole('status').textContent;
    if (words !== announced.at(-1)) announced.push(words);
  };
  await happens(RUNNING, {});
  await happens(RUNNING, { toolCalls: [{ name: 'web_search', status: 'starting', detail: 'tides' }] });
  await happens(RUNNING, { toolCalls: [{ name: 'web_search', status: 'completed', detail: 'tides' }] });
  await happens(RUNNING, { text: 'The tide' });
  await happens(RUNNING, { text: 'The tide is high.' });
  await happens(THREAD, { status: 'complete', text: 'The tide is high.' });
  expect(announced).toEqual([
    'Parley is replying.',
    'Searching the web for “tides”.',
    'Searched the web for “tides”.',
    'The reply is complete.',
  ]);
});
