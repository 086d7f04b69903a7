// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

function List() {
  const [names, setNames] = useState(['one', 'two', 'three']);
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href={`#${name}`}>{name}</a>
            <button type="button" onClick={() => setOpened(name)}>
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <ConfirmDialog
          title="Remove"
          message={opened}
          confirmText="Yes"
          cancelText="No"
          onConfirm={() => setNames(names.filter((name) => name !== opened))}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function openList() {
  render(<List />);
  const user = userEvent.setup({ delay: null });
  return (name: string) => user.click(screen.getByRole('button', { name }));
}
const hasFocus = (role: string, name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })));

test.each([
  ['one', 'two'],
  ['three', 'two'],
])('a dialog that removes the list entry that opened it focuses the neighbor: %s', async (name, neighbor) => {
  const press = openList();
  await press(`Remove ${name}`);
  await press('Yes');
  await hasFocus('link', neighbor);
});

test('a dialog returns the focus to the element that opened it', async () => {
  const press = openList();
  await press('Remove two');
  await press('No');
  await hasFocus('button', 'Remove two');
});
