// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { ChatContext } from '../../stores/client.ts';
import { question } from '../../stores/testing/scripted-samples.ts';
import { renderConversation, type RenderedChat } from '../../testing/render-chat.tsx';
import { chatElement } from './chat-elements.ts';
import { UndoDelete } from './undo-delete.tsx';
import { UndoToast } from './undo-toast.tsx';

let page: RenderedChat;
beforeEach(async () => {
  vi.useFakeTimers();
  history.replaceState(null, '', '/c/open');
  page = await renderConversation(<UndoDelete />, [question('q', 'How high is the tide?')]);
  await act(() => page.state.deleteConversation('c'));
  // The toast is a chunk of its own.
  await vi.waitFor(() => screen.getByRole('status'));
});
afterEach(() => void vi.useRealTimers());

const toast = () => screen.queryByRole('status');
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const undo = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await pass(0);
};

test('the next undo toast hides by itself even though the pointer was over the one before', async () => {
  fireEvent.pointerEnter(screen.getByRole('status'));
  await pass(20_000);
  expect(toast()?.textContent).toContain('Conversation deleted');
  await undo();
  expect(toast()).toBeNull();
  await act(() => page.state.deleteConversation('c'));
  expect(toast()).not.toBeNull();
  await pass(20_000);
  expect(toast()).toBeNull();
});

test('the toast is empty at first, since screen readers announce only changes of it', () => {
  const first = renderToStaticMarkup(
    <ChatContext value={page.chat}>
      <UndoToast id="c" opened={new Set()} />
    </ChatContext>,
  );
  expect(first).toContain('role="status"');
  expect(first).not.toContain('Conversation deleted');
  expect(toast()?.textContent).toContain('Conversation deleted');
});

test('Undo of a conversation that was not open leaves the page alone', async () => {
  await undo();
  expect(toast()).toBeNull();
  expect(location.pathname).toBe('/c/open');
});

test('Undo opens the conversation that was open, and leaves the page alone if it fails', async () => {
  await undo();
  history.replaceState(null, '', '/c/c');
  await act(() => page.state.deleteConversation('c'));
  history.replaceState(null, '', '/c/open');
  page.api.failures.set('restore', new AppError('unavailable'));
  await undo();
  expect(location.pathname).toBe('/c/open');
  await undo();
  // The history may still be leaving an overlay of an earlier test.
  await vi.waitFor(() => expect(location.pathname).toBe('/c/c'));
});

test('Undo leaves the focus in the page', async () => {
  const chat = document.createElement('div');
  chat.innerHTML = '<main><textarea></textarea></main>';
  document.body.append(chat);
  chatElement.current = chat;
  screen.getByRole('button', { name: 'Undo' }).focus();
  await undo();
  await pass(50);
  expect(document.activeElement).toBe(chat.querySelector('textarea'));
  chatElement.current = null;
});
