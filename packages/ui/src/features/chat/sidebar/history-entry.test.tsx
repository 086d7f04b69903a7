// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderChat } from '../../../testing/render-chat.tsx';
import { HistoryEntry } from './history-entry.tsx';

test.each([
  ['one', 'two'],
  ['three', 'two'],
])('moves the focus from the removed entry %s to its neighbor %s', async (removed, neighbor) => {
  let setNames = (_names: string[]) => {};
  function List() {
    const [names, set] = useState(['one', 'two', 'three']);
    setNames = set;
    return (
      <ul>
        {names.map((name) => (
          <HistoryEntry
            key={name}
            id={name}
            title={name}
            isPinned={false}
            isUnread={false}
            isCurrent={false}
            onDelete={() => {}}
            onChoose={() => {}}
            onSelect={() => {}}
            onMove={() => {}}
            onShare={() => {}}
          />
        ))}
      </ul>
    );
  }
  await renderChat(<List />);
  screen.getByRole('button', { name: `Delete ${removed}` }).focus();
  act(() => setNames(['one', 'two', 'three'].filter((name) => name !== removed)));
  expect(document.activeElement).toBe(screen.getByRole('link', { name: neighbor }));
});

test.each(['Escape', 'Enter'])('the button of a menu closed with %s has the focus', async (key) => {
  const { user } = await renderChat(
    <ul>
      <HistoryEntry
        id="c"
        title="Tides"
        isPinned={false}
        isUnread={false}
        isCurrent={false}
        onDelete={() => {}}
        onChoose={() => {}}
        onSelect={() => {}}
        onMove={() => {}}
        onShare={() => {}}
      />
    </ul>,
  );
  await user.click(screen.getByRole('button', { name: 'More for Tides' }));
  const item = await screen.findByRole('menuitem', { name: 'Select' });
  act(() => item.focus());
  await user.keyboard(`{${key}}`);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More for Tides' })));
});

test('an entry names itself unread, unless it is the current one', async () => {
  const entry = (title: string, isCurrent: boolean) => (
    <HistoryEntry
      id={title}
      title={title}
      isPinned={false}
      isUnread
      isCurrent={isCurrent}
      onDelete={() => {}}
      onChoose={() => {}}
      onSelect={() => {}}
      onMove={() => {}}
      onShare={() => {}}
    />
  );
  await renderChat(
    <ul>
      {entry('Tides', false)}
      {entry('Moons', true)}
    </ul>,
  );
  expect(screen.getByRole('link', { name: 'Tides Unread' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Moons' })).toBeTruthy();
});
