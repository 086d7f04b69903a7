// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import type { Message } from '@parley/core';
import type { Thread } from '../../../stores/chat/chat-state.ts';
import { reply } from '../../../stores/testing/scripted-samples.ts';
import { mountChat, type MountedChat } from '../testing/mounted-chat.tsx';
import { Announcer } from './announcer.tsx';

let page: MountedChat;
afterEach(() => page.unmount());

const THREAD: Thread = { status: 'ready', messageIds: ['r'], nextBefore: null, isLoadingOlder: false, reply: null };
const RUNNING: Thread = {
  ...THREAD,
  reply: { generationId: 'g', messageId: 'r', connection: 'live', stopping: false },
};

test('announces the start of a reply, each tool and the end, but none of its text', async () => {
  const said: string[] = [];
  page = await mountChat(<Announcer conversationId="c" />);
  const happens = async (thread: Thread, change: Partial<Message>) => {
    await page.set({ threads: { c: thread }, messages: { r: reply('r', { status: 'streaming', ...change }) } });
    const words = page.texts('[role=status]').join('');
    if (words !== said.at(-1)) said.push(words);
  };
  await happens(RUNNING, {});
  await happens(RUNNING, { toolCalls: [{ name: 'web_search', status: 'starting', detail: 'tides' }] });
  await happens(RUNNING, { toolCalls: [{ name: 'web_search', status: 'completed', detail: 'tides' }] });
  await happens(RUNNING, { text: 'The tide' });
  await happens(RUNNING, { text: 'The tide is high.' });
  await happens(THREAD, { status: 'complete', text: 'The tide is high.' });
  expect(said).toEqual([
    'Parley is replying.',
    'Searching the web for “tides”.',
    'Searched the web for “tides”.',
    'The reply is complete.',
  ]);
});
