// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConversationSummary } from '../../stores/chat/chat-state.ts';
import { click, fire, mountChat, type MountedChat } from './testing/mounted-chat.tsx';
import { UndoDelete } from './undo-delete.tsx';

const DELETED = { id: 'c', title: 'Tides' } as ConversationSummary;

let page: MountedChat;
beforeEach(() => vi.useFakeTimers());
afterEach(async () => {
  await page.unmount();
  vi.useRealTimers();
});

async function mountUndo(undoDelete: () => Promise<void>) {
  history.replaceState(null, '', '/c/open');
  page = await mountChat(<UndoDelete />);
  await page.set({ deleted: DELETED, undoDelete } as never);
}

const offers = () => page.texts('[role=status]').length;
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('the next undo toast hides by itself even though the pointer was over the one before', async () => {
  await mountUndo(async () => page.chat.setState({ deleted: null }));
  await fire(page.host.querySelector('[role=status]'), new Event('pointerover', { bubbles: true }));
  await pass(20_000);
  expect(offers()).toBe(1);
  await click(page.control('Undo'));
  expect(offers()).toBe(0);
  await page.set({ deleted: DELETED });
  expect(offers()).toBe(1);
  await pass(20_000);
  expect(offers()).toBe(0);
});

test('Undo opens the restored conversation, and leaves the page alone if it fails', async () => {
  await mountUndo(async () => {});
  await click(page.control('Undo'));
  expect(location.pathname).toBe('/c/open');
  await page.set({ undoDelete: async () => page.chat.setState({ conversations: [DELETED] }) } as never);
  await click(page.control('Undo'));
  expect(location.pathname).toBe('/c/c');
});
