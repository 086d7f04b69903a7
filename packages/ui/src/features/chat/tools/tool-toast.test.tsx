// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { ToolCall } from '@parley/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Thread } from '../../../stores/chat/chat-state.ts';
import { question, reply } from '../../../stores/testing/scripted-samples.ts';
import { renderChat } from '../../../testing/render-chat.tsx';
import { ToolToast } from './tool-toast.tsx';

const THREAD: Thread = {
  status: 'ready',
  messageIds: ['q', 'r'],
  nextBefore: null,
  isLoadingOlder: false,
  reply: { generationId: 'g', messageId: 'r', connection: 'live', stopping: false },
};

test('the toast names the tool that the reply is using and its state', async () => {
  // Time passes only while the process runs.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const messages = (status: ToolCall['status']) => ({
    q: question('q', 'How do I cancel?'),
    r: reply('r', { status: 'streaming', toolCalls: [{ name: 'web_search', status }] }),
  });
  const { set } = await renderChat(<ToolToast conversationId="c" />, {
    threads: { c: THREAD },
    messages: messages('starting'),
  });
  expect((await screen.findByText('Running...')).parentElement?.textContent).toBe('Web searchRunning...');
  await set({ messages: messages('completed') });
  await screen.findByText('Completed');
});
