// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

function List({ names: first = ['one', 'two', 'three'] }) {
  const [names, setNames] = useState(first);
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

test('a dialog that removes the only entry of a list focuses one of the same navigation', async () => {
  render(
    <nav>
      <List names={['one']} />
      <List names={['two']} />
    </nav>,
  );
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: 'Remove two' }));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  await hasFocus('link', 'one');
});

function Section() {
  const [isAsking, setAsking] = useState(false);
  const [isBlocked, setBlocked] = useState(false);
  return (
    <section tabIndex={-1} aria-label="People">
      <button disabled={isBlocked} onClick={() => setAsking(true)}>
        Block
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Block"
          message="Block?"
          confirmText="Yes"
          onConfirm={() => setBlocked(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

test('a dialog that disables the button that opened it focuses the section', async () => {
  render(<Section />);
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: 'Block' }));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  await hasFocus('region', 'People');
});
