// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { setTranslator } from '@parley/core';
import { expect, onTestFinished, test } from 'vitest';
import { renderChat } from '../../../testing/render-chat.tsx';
import { HistoryEntry } from './history-entry.tsx';

const ignore = () => {};

interface EntryProps {
  title: string;
  isUnread?: boolean;
  isCurrent?: boolean;
}

function Entry({ title, isUnread = false, isCurrent = false }: EntryProps) {
  const state = { isPinned: false, isUnread, isCurrent };
  const actions = { onDelete: ignore, onChoose: ignore, onSelect: ignore, onMove: ignore, onShare: ignore };
  return <HistoryEntry id={title} title={title} {...state} actions={{ current: actions }} />;
}

test.each([
  ['one', 'two'],
  ['three', 'two'],
])('moves the focus from the removed entry %s to its neighbor %s', async (removed, neighbor) => {
  function List() {
    const [names, setNames] = useState(['one', 'two', 'three']);
    return (
      <>
        <button onClick={() => setNames(names.filter((name) => name !== removed))}>Remove</button>
        <ul>
          {names.map((name) => (
            <Entry key={name} title={name} />
          ))}
        </ul>
      </>
    );
  }
  await renderChat(<List />);
  screen.getByRole('button', { name: `Delete ${removed}` }).focus();
  // Unlike a user's click, this leaves the focus where it is.
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(document.activeElement).toBe(screen.getByRole('link', { name: neighbor }));
});

test.each(['Escape', 'Enter'])('the button of a menu closed with %s has the focus', async (key) => {
  const { user } = await renderChat(
    <ul>
      <Entry title="Tides" />
    </ul>,
  );
  await user.click(screen.getByRole('button', { name: 'More for Tides' }));
  const item = await screen.findByRole('menuitem', { name: 'Select' });
  act(() => item.focus());
  await user.keyboard(`{${key}}`);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More for Tides' })));
});

test('an entry without a title names itself in the language of the page, also in its buttons', async () => {
  setTranslator({ message: (id) => (id === 'New Chat' ? 'Neuer Chat' : undefined), plural: () => undefined });
  onTestFinished(() => setTranslator(null));
  await renderChat(
    <ul>
      <Entry title="New Chat" />
    </ul>,
  );
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(names).toEqual(['More for Neuer Chat', 'Delete Neuer Chat']);
  expect(screen.getByRole('link', { name: 'Neuer Chat' }).dataset.tooltip).toBe('Neuer Chat');
});

test('an entry names itself unread, unless it is the current one', async () => {
  await renderChat(
    <ul>
      <Entry title="Tides" isUnread />
      <Entry title="Moons" isUnread isCurrent />
    </ul>,
  );
  expect(screen.getByRole('link', { name: 'Tides Unread' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Moons' })).toBeTruthy();
});

test.each([
  ['mouse', 0, 1],
  ['mouse', 2, 0],
  ['touch', 0, 0],
])('a press of the %s with button %i causes %i requests', async (pointerType, button, requests) => {
  const { api } = await renderChat(
    <ul>
      <Entry title="Tides" />
    </ul>,
  );
  api.calls = [];
  fireEvent.pointerDown(screen.getByRole('link', { name: 'Tides' }), { pointerType, button });
  await act(async () => {});
  expect(api.calls).toHaveLength(requests);
});
