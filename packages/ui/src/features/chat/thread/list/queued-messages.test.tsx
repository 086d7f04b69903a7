// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Message } from '@parley/core';
import { question, reply } from '../../../../stores/testing/scripted-samples.ts';
import { renderConversation } from '../../../../testing/render-chat.tsx';
import { QueuedMessages } from './queued-messages.tsx';

const RUNNING = { generationId: 'run', messageId: 'r', connection: 'live', stopping: false } as const;

async function renderQueued() {
  const page = await renderConversation(<QueuedMessages conversationId="c" onTakenBack={() => {}} />, [
    question('q', 'First?'),
    reply('r', { text: 'One.' }),
  ]);
  const setReply = (running: typeof RUNNING | null, status: Message['status'] = 'complete') => {
    const { c: thread } = page.state.threads;
    if (!thread) throw new Error('The thread is not loaded.');
    const messages = { ...page.state.messages, r: reply('r', { text: 'One.', status }) };
    return page.set({ threads: { c: { ...thread, reply: running } }, messages });
  };
  await setReply(RUNNING, 'streaming');
  await act(async () => void page.state.send('c', 'Second?'));
  return { ...page, setReply };
}

test('a message queued during a reply says that it waits for the reply, and can be taken back', async () => {
  const page = await renderQueued();
  const row = screen.getByRole('listitem');
  expect(row.textContent).toContain('Second?');
  expect(within(row).getByText('Waiting for the reply')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('Waiting for the reply: 1 message.');
  await page.press('Take back');
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  expect(page.chat.getState().drafts.c).toBe('Second?');
});

test('announces how many messages wait', async () => {
  const page = await renderQueued();
  await act(async () => void page.state.send('c', 'Third?'));
  expect(screen.getByRole('status').textContent).toBe('Waiting for the reply: 2 messages.');
});

test('Send now stops the reply and sends the message', async () => {
  const page = await renderQueued();
  await page.press('Send now');
  await waitFor(() => expect(page.api.calls).toContain('stop run'));
  await page.setReply(null, 'stopped');
  await waitFor(() => expect(page.api.stream.request?.text).toBe('Second?'));
});

test.each([
  ['failed', 'The reply failed, so your messages are waiting. Press Send now to go on.'],
  ['interrupted', 'The reply failed, so your messages are waiting. Press Send now to go on.'],
  ['stopped', 'You stopped the reply, so your messages are waiting. Press Send now to go on.'],
] as const)('a queue behind a reply that is %s says why it waits', async (status, sentence) => {
  const page = await renderQueued();
  await page.setReply(null, status);
  expect(screen.getByRole('status').textContent).toBe(sentence);
  expect(within(screen.getByRole('listitem')).getByText('Paused')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Send now' })).toBeDefined();
  expect(page.api.streams).toEqual([]);
});
