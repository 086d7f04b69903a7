// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { mountChat, press, type MountedChat } from '../testing/mounted-chat.tsx';
import { RenameField } from './rename-field.tsx';

let page: MountedChat;
afterEach(() => page.unmount());

// Safari tells of the key that confirms a word once the word has ended, with this code alone.
test.each([{ isComposing: true }, { keyCode: 229 }])('a key of an input method ends no renaming: %o', async (key) => {
  const closed: boolean[] = [];
  page = await mountChat(<RenameField id="c" title="Tides" onClose={(byKey) => closed.push(byKey)} />);
  const field = page.control('New name for Tides');
  await press(field, 'Enter', key);
  await press(field, 'Escape', key);
  expect(closed).toEqual([]);
  await press(field, 'Enter');
  expect(closed).toEqual([true]);
});
