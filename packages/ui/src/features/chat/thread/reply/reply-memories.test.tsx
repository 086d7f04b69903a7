// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { AppError, sentenceOf } from '@parley/core';
import { expect, test, vi } from 'vitest';
import { watchMemories } from '../../../../stores/chat/memories/watch-memories.ts';
import { question, reply } from '../../../../stores/testing/scripted-samples.ts';
import { settled } from '../../../../stores/testing/settled.ts';
import { renderConversation } from '../../../../testing/render-chat.tsx';
import { MessageRow } from '../list/message-row.tsx';

const ROW = <MessageRow conversationId="c" messageId="r" isFirst={false} isLast isNear />;

test('a reply shows what it remembered on every device, and Undo forgets it', async () => {
  const page = await renderConversation(ROW, [question('q', 'I eat no meat.'), reply('r', { text: 'Noted.' })]);
  const { api, chat, client, press, changeList } = page;
  const end = watchMemories(client, chat);
  api.storedMemories.put('m', 'Is vegetarian.', { messageId: 'r', conversationId: 'c' });
  api.storedMemories.put('n', 'Is a baker.', { messageId: 'other' });
  await changeList('memories');
  await screen.findByText('Remembered: Is vegetarian.');
  api.failures.set('deleteMemory', new AppError('unavailable'));
  await press('Undo: Is vegetarian.');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentenceOf('unavailable')));
  api.failures.clear();
  await press('Undo: Is vegetarian.');
  await waitFor(() => expect(screen.queryByText('Remembered: Is vegetarian.')).toBeNull());
  expect(api.storedMemories.stored.map(({ id }) => id)).toEqual(['n']);
  end();
});

test('signing out after a memory has changed asks for no memories', async () => {
  const { api, chat, client, changeList } = await renderConversation(ROW, [question('q', 'Hi.'), reply('r')]);
  const end = watchMemories(client, chat);
  await changeList('memories');
  const asked = vi.spyOn(api, 'memories');
  await act(() => chat.getState().reset('signed-out'));
  await settled();
  expect(asked).not.toHaveBeenCalled();
  end();
});

test('Undo removes a memory that is already gone', async () => {
  const page = await renderConversation(ROW, [question('q', 'I eat no meat.'), reply('r', { text: 'Noted.' })]);
  const { api, chat, client, press, changeList } = page;
  const end = watchMemories(client, chat);
  api.storedMemories.put('m', 'Is vegetarian.', { messageId: 'r', conversationId: 'c' });
  await changeList('memories');
  await screen.findByText('Remembered: Is vegetarian.');
  api.storedMemories.stored = [];
  await press('Undo: Is vegetarian.');
  await waitFor(() => expect(screen.queryByText('Remembered: Is vegetarian.')).toBeNull());
  end();
});

test('the focus goes on to what follows in the reply when Undo has removed its memory', async () => {
  const page = await renderConversation(ROW, [question('q', 'I eat no meat.'), reply('r', { text: 'Noted.' })]);
  const { api, press } = page;
  for (const [id, text] of [
    ['m', 'Is vegetarian.'],
    ['n', 'Is a baker.'],
  ] as const) {
    api.storedMemories.put(id, text, { messageId: 'r', conversationId: 'c' });
  }
  await page.set({ memories: { r: api.storedMemories.stored } });
  const [first, second] = page.state.memories['r'] ?? [];
  await press(`Undo: ${first?.text}`);
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(`Undo: ${second?.text}`));
  await press(`Undo: ${second?.text}`);
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Copy'));
});
