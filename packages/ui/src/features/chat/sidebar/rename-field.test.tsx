// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { mountChat, press, type MountedChat } from '../testing/mounted-chat.tsx';
import { RenameField } from './rename-field.tsx';

let page: MountedChat;
afterEach(() => page.unmount());

// Safari reports the key that confirms an IME word after the composition ended, with only this key code.
test.each([{ isComposing: true }, { keyCode: 229 }])(
  'a key of an input method does not end renaming: %o',
  async (key) => {
    const closed: boolean[] = [];
    page = await mountChat(<RenameField id="c" title="Tides" onClose={(byKey) => closed.push(byKey)} />);
    const field = page.control('New name for Tides');
    await press(field, 'Enter', key);
    await press(field, 'Escape', key);
    expect(closed).toEqual([]);
    await press(field, 'Enter');
    expect(closed).toEqual([true]);
  },
);
