// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

function open() {
  const onClose = vi.fn<() => void>();
  render(
    <Dialog title="Project" onClose={onClose}>
      <textarea aria-label="Instructions" />
    </Dialog>,
  );
  const scrim = document.querySelector('[data-scrim]') ?? expect.fail('There is no scrim.');
  return { onClose, field: screen.getByRole('textbox'), pressScrim: () => fireEvent.pointerDown(scrim) };
}

test('a press on the scrim closes a dialog, but discards no text', () => {
  const { onClose, field, pressScrim } = open();
  fireEvent.input(field, { target: { value: 'Be brief.' } });
  pressScrim();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.input(field, { target: { value: '' } });
  pressScrim();
  expect(onClose).toHaveBeenCalled();
});

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'Escape closes a dialog, but not while an input method composes (%j)',
  (composing) => {
    const { onClose, field } = open();
    fireEvent.keyDown(field, { key: 'Escape', ...composing });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledOnce();
  },
);
