// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderChat } from '../../../testing/render-chat.tsx';
import { RenameField } from './rename-field.tsx';

// Safari reports the key that confirms an IME word after the composition ended, with only this key code.
test.each([{ isComposing: true }, { keyCode: 229 }])(
  'a key of an input method does not end renaming: %o',
  async (composing) => {
    const onClose = vi.fn<(byKey: boolean) => void>();
    const { user } = await renderChat(<RenameField id="c" title="Tides" onClose={onClose} />);
    const field = screen.getByRole('textbox', { name: 'New name for Tides' });
    fireEvent.keyDown(field, { key: 'Enter', ...composing });
    fireEvent.keyDown(field, { key: 'Escape', ...composing });
    expect(onClose).not.toHaveBeenCalled();
    await user.type(field, '{Enter}');
    expect(onClose).toHaveBeenCalledExactlyOnceWith(true);
  },
);
