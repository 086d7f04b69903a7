// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { AppError } from '@parley/core';
import type * as Core from '@parley/core';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { TransportError } from '../../../api/transport-error.ts';
import { question } from '../../../stores/testing/scripted-samples.ts';
import { renderConversation } from '../../../testing/render-chat.tsx';
import { Sidebar } from './sidebar.tsx';

const titled = vi.hoisted(() => vi.fn<(title: string) => void>());
vi.mock('@parley/core', async (original) => {
  const core = await original<typeof Core>();
  const sidebarTitle = (title: string) => {
    titled(title);
    return core.sidebarTitle(title);
  };
  return { ...core, sidebarTitle };
});

const nothing = () => {};
const sidebar = (conversationId: string, onDelete: (id: string) => void = nothing) => (
  <Sidebar
    conversationId={conversationId}
    isDrawer={false}
    searching={false}
    onNewChat={nothing}
    onTemporary={nothing}
    onShortcuts={nothing}
    onDelete={onDelete}
    onChoose={nothing}
    onSelect={nothing}
    onMove={nothing}
    onProject={nothing}
    onShare={nothing}
    onSearchAll={nothing}
    onAuthenticate={nothing}
    onSettings={nothing}
    onUpgrade={nothing}
    onClose={nothing}
  />
);

async function renderSidebar() {
  const page = await renderConversation(sidebar('c'), [question('q', 'Why?')]);
  const [conversation] = page.state.conversations;
  // Longer than 25 characters, without a space near the 25th.
  if (conversation)
    await page.set({ conversations: [{ ...conversation, title: 'Incomprehensible misunderstandings' }] });
  return page;
}

test('the sidebar offers a new chat, a search and each conversation with its deletion', async () => {
  await renderSidebar();
  expect(screen.getByRole('button', { name: 'New Chat' })).toBeDefined();
  expect(screen.getByPlaceholderText('Search conversations...')).toBe(
    screen.getByRole('searchbox', { name: 'Search conversations' }),
  );
  const history = within(screen.getByRole('navigation', { name: 'History' }));
  const entry = history.getByRole('link', { name: 'Incomprehensible misunder…' });
  expect(entry.dataset['tooltip']).toBe('Incomprehensible misunderstandings');
  expect(entry.getAttribute('aria-current')).toBe('page');
  const remove = history.getByRole('button', { name: 'Delete Incomprehensible misunderstandings' });
  expect(remove.dataset['tooltip']).toBe('Delete');
});

test('a search of the list finds titles and last messages, and shows a message when it finds nothing', async () => {
  const { user } = await renderSidebar();
  await user.type(screen.getByRole('searchbox'), 'misunder');
  await screen.findByRole('link', { name: /^Incomprehensible/ });
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'nothing like it');
  expect((await screen.findByRole('status')).textContent).toBe('No conversations found.');
  expect(screen.queryByRole('link', { name: /^Incomprehensible/ })).toBeNull();
});

test.each([
  ['Pin', false],
  ['Unpin', true],
])('an entry has the focus after %s moved it to another group', async (name, pinned) => {
  const { user, state, set } = await renderSidebar();
  const [conversation] = state.conversations;
  if (!conversation) throw new Error('No conversation is listed.');
  const titled = { ...conversation, title: 'Tides', pinned };
  await set({ conversations: [titled, { ...titled, id: 'other', title: 'Moons', pinned: false }] });
  await user.click(screen.getByRole('button', { name: 'More for Tides' }));
  const item = await screen.findByRole('menuitem', { name });
  act(() => item.focus());
  await user.keyboard('{Enter}');
  const group = within(await screen.findByRole('region', { name: pinned ? 'Older' : 'Pinned' }));
  const link = await group.findByRole('link', { name: 'Tides' });
  await waitFor(() => expect(document.activeElement).toBe(link));
});

test('a change of the list, or another conversation, renders only the entries that differ', async () => {
  const deleted = vi.fn<(id: string, from: string) => void>();
  let open = (_id: string) => {};
  function Page() {
    const [id, setId] = useState('c');
    open = setId;
    return sidebar(id, (entry) => deleted(entry, id));
  }
  const { state, set } = await renderConversation(<Page />, [question('q', 'Why?')]);
  const [conversation] = state.conversations;
  if (!conversation) throw new Error('No conversation is listed.');
  const entry = (id: string, title: string) => ({ ...conversation, id, title });
  await set({ conversations: [entry('c', 'Tides'), entry('d', 'Moons'), entry('e', 'Stars')] });
  const rendered = () => [...new Set(titled.mock.calls.flat())].toSorted();
  titled.mockClear();
  await set({ conversations: [entry('f', 'Suns'), entry('c', 'Tides'), entry('d', 'Comets'), entry('e', 'Stars')] });
  expect(rendered()).toEqual(['Comets', 'Suns']);
  titled.mockClear();
  act(() => open('d'));
  expect(rendered()).toEqual(['Comets', 'Tides']);
  act(() => screen.getByRole('button', { name: 'Delete Stars' }).click());
  expect(deleted).toHaveBeenCalledWith('e', 'd');
});

test('more conversations that fail to load are reported, and are loaded again by Try again or on wake', async () => {
  const page = await renderSidebar();
  const { api } = page;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #callback: (entries: { isIntersecting: boolean }[]) => void;
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        this.#callback = callback;
      }
      observe = () => this.#callback([{ isIntersecting: true }]);
      disconnect() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  api.failures.set('history', new AppError('internal'));
  await page.set({ nextBefore: 'a-page' });
  await screen.findByText('We couldn’t load your conversations.');
  api.put('older', question('q2', 'How?'));
  await page.press('Try again');
  await screen.findByRole('link', { name: 'About older' });
  expect(screen.queryByText('We couldn’t load your conversations.')).toBeNull();

  api.failures.set('history', new TransportError());
  await page.set({ nextBefore: 'another-page' });
  await screen.findByText('We couldn’t load your conversations.');
  act(() => page.state.wake());
  await waitFor(() => expect(page.state).toMatchObject({ historyStatus: 'ready', nextBefore: null }));
});
