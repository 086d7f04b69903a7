// @vitest-environment happy-dom
import { act, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { mountChat, type MountedChat } from '../testing/mounted-chat.tsx';
import { HistoryEntry } from './history-entry.tsx';

let page: MountedChat;
afterEach(() => page.unmount());

test.each([
  ['one', 'two'],
  ['three', 'two'],
])('moves the focus from the removed entry %s to its neighbor %s', async (goes, beside) => {
  let keep = (_names: string[]) => {};
  const List = () => {
    const [names, setNames] = useState(['one', 'two', 'three']);
    keep = setNames;
    return names.map((name) => (
      <HistoryEntry
        key={name}
        id={name}
        title={name}
        isPinned={false}
        isCurrent={false}
        onDelete={() => {}}
        onChoose={() => {}}
      />
    ));
  };
  page = await mountChat(
    <ul>
      <List />
    </ul>,
  );
  page.control(`Delete ${goes}`)?.focus();
  await act(async () => keep(['one', 'two', 'three'].filter((name) => name !== goes)));
  expect(document.activeElement?.textContent).toBe(beside);
});
