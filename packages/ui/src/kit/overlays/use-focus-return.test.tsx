// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

function List() {
  const [names, setNames] = useState(['one', 'two', 'three']);
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href={`#${name}`}>{name}</a>
            <button type="button" onClick={() => setAsked(name)}>
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <ConfirmDialog
          title="Remove"
          message={asked}
          confirmText="Yes"
          cancelText="No"
          onConfirm={() => setNames(names.filter((name) => name !== asked))}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
async function press(name: string) {
  await act(async () => {
    button(name)?.focus();
    button(name)?.click();
  });
}
const focused = () => document.activeElement?.textContent;

test.each([
  ['one', 'two'],
  ['three', 'two'],
])('a dialog that removes the list entry that opened it focuses the neighbor: %s', async (name, beside) => {
  await act(async () => root.render(<List />));
  await press(`Remove ${name}`);
  await press('Yes');
  await vi.waitFor(() => expect(focused()).toBe(beside));
});

test('a dialog returns the focus to the element that opened it', async () => {
  await act(async () => root.render(<List />));
  await press('Remove two');
  await press('No');
  await vi.waitFor(() => expect(focused()).toBe('Remove two'));
});
