// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { Profiler } from 'react';
import { expect, test, vi } from 'vitest';
import { question, reply } from '../../../../stores/testing/scripted-samples.ts';
import { ChatContext } from '../../../../stores/client.ts';
import { renderChat } from '../../../../testing/render-chat.tsx';
import { MessageRow } from './message-row.tsx';

const KEYS = ['q1', 'r1', 'q2', 'r2'];

test('a delta renders only the row that it belongs to', async () => {
  const onRender = vi.fn<(row: string) => void>();
  const written = reply('r2', { text: 'Be', status: 'streaming' });
  const messages = {
    q1: question('q1', 'One?'),
    r1: reply('r1', { text: 'One.' }),
    q2: question('q2', 'Two?'),
    r2: written,
  };
  const { set } = await renderChat(
    <ul>
      {KEYS.map((key) => (
        <Profiler key={key} id={key} onRender={onRender}>
          <MessageRow conversationId="c" messageId={key} isFirst={key === 'q1'} isLast={key === 'r2'} isNear />
        </Profiler>
      ))}
    </ul>,
    { messages },
  );
  // The last part of a reply to load is its renderer.
  await screen.findByText('One.', { selector: '.prose p' });
  await screen.findByText('Be', { selector: '.prose p' });
  await screen.findByRole('button', { name: 'More options' });
  onRender.mockReset();
  await set({ messages: { ...messages, r2: { ...written, text: 'Because' } } });
  await screen.findByText('Because');
  expect(new Set(onRender.mock.calls.map(([row]) => row))).toEqual(new Set(['r2']));
});

test('a row asks the chat at most one question at each of its changes', async () => {
  const messages = { q1: question('q1', 'One?'), r1: reply('r1', { text: 'One.' }) };
  const rows = (keys: string[]) => (
    <ul>
      {keys.map((key) => (
        <MessageRow key={key} conversationId="c" messageId={key} isFirst={false} isLast={false} isNear />
      ))}
    </ul>
  );
  const { chat, show } = await renderChat(rows([]), { messages });
  const subscribe = vi.spyOn(chat, 'subscribe');
  await show(<ChatContext value={chat}>{rows(['q1', 'r1'])}</ChatContext>);
  await screen.findByText('One.');
  await screen.findByRole('button', { name: 'More options' });
  // One for each row, twice in strict mode, and one for both, which finds the messages that changed.
  expect(subscribe.mock.calls.length).toBeLessThanOrEqual(5);
});
