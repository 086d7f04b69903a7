// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useChat } from '../../../stores/client.ts';
import { question } from '../../../stores/testing/scripted-samples.ts';
import { renderChat, renderConversation } from '../../../testing/render-chat.tsx';
import { HistoryEntry } from './history-entry.tsx';
import { RenameField } from './rename-field.tsx';

// Safari reports the key that confirms an IME word after the composition ended, with only this key code.
test.each([{ isComposing: true }, { keyCode: 229 }])(
  'a key of an input method does not end renaming: %o',
  async (composing) => {
    const onClose = vi.fn<() => void>();
    const { user } = await renderChat(<RenameField id="c" title="Tides" onClose={onClose} onFocusLost={() => {}} />);
    const field = screen.getByRole('textbox', { name: 'New name for Tides' });
    fireEvent.keyDown(field, { key: 'Enter', ...composing });
    fireEvent.keyDown(field, { key: 'Escape', ...composing });
    expect(onClose).not.toHaveBeenCalled();
    await user.type(field, '{Enter}');
    expect(onClose).toHaveBeenCalledOnce();
  },
);

test('a title has at most 120 characters, and an emoji is one', async () => {
  const { user, api } = await renderRenaming();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'New name for About c' });
  await user.clear(field);
  await user.paste('🌊'.repeat(121));
  expect([...field.value]).toHaveLength(120);
  await user.type(field, '{Enter}');
  await waitFor(() => expect(api.calls).toContain(`change c {"title":"${'🌊'.repeat(120)}"}`));
});

test('leaving the field unchanged keeps a title that the conversation got meanwhile', async () => {
  const { user, api, set, state } = await renderRenaming();
  const field = screen.getByRole('textbox', { name: 'New name for About c' });
  await set({ conversations: state.conversations.map((each) => ({ ...each, title: 'Spring tides' })) });
  await user.click(field);
  await user.tab();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(api.calls.filter((call) => call.startsWith('change'))).toEqual([]);
});

/** An entry of the sidebar, which is being renamed. */
async function renderRenaming() {
  const rendered = await renderConversation(<Entry />, [question('q', 'Why?')]);
  await rendered.user.dblClick(screen.getByRole('link'));
  await screen.findByRole('textbox');
  return rendered;
}

function Entry() {
  const title = useChat((chat) => chat.conversations[0]?.title ?? '');
  const nothing = () => {};
  const actions = { onDelete: nothing, onChoose: nothing, onSelect: nothing, onMove: nothing, onShare: nothing };
  return (
    <HistoryEntry id="c" title={title} isPinned={false} isUnread={false} isCurrent actions={{ current: actions }} />
  );
}
