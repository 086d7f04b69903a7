// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { question } from '../../stores/testing/scripted-samples.ts';
import { renderConversation } from '../../testing/render-chat.tsx';
import { DeleteConversation } from './delete-conversation.tsx';

const onDeleted = vi.fn<() => void>();
const onClose = vi.fn<() => void>();

async function renderDialog() {
  onDeleted.mockReset();
  onClose.mockReset();
  const page = await renderConversation(<DeleteConversation id="c" onDeleted={onDeleted} onClose={onClose} />, [
    question('q', 'Why?'),
  ]);
  return { page, dialog: within(await screen.findByRole('alertdialog', { name: 'Delete conversation' })) };
}

test('deleting asks with the title of the conversation, and deletes it on a press', async () => {
  const { page, dialog } = await renderDialog();
  expect(dialog.getByText('Are you sure you want to delete "About c"? This action cannot be undone.')).toBeDefined();
  expect(dialog.getByText('You can bring it back for 30 days.')).toBeDefined();
  await page.user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(page.api.calls).toContain('delete c'));
  expect(onDeleted).toHaveBeenCalledOnce();
});

test('offers to delete what was remembered in the conversation', async () => {
  const { page, dialog } = await renderDialog();
  expect(dialog.queryByRole('checkbox')).toBeNull();
  const { storedMemories } = page.api;
  storedMemories.put('m', 'Is a baker.', { conversationId: 'c', messageId: 'r' });
  storedMemories.put('n', 'Likes tea.', { conversationId: 'other', messageId: 's' });
  await page.set({ memories: Object.groupBy(storedMemories.stored, ({ messageId }) => messageId ?? '') as never });
  await page.user.click(dialog.getByRole('checkbox', { name: 'Also delete 1 memory from it' }));
  await page.user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(storedMemories.stored.map(({ id }) => id)).toEqual(['n']));
  expect(page.api.calls).toContain('delete c');
});

test.each(['Cancel', 'Close'])('%s deletes nothing', async (name) => {
  const { page, dialog } = await renderDialog();
  await page.user.click(dialog.getByRole('button', { name }));
  expect(onClose).toHaveBeenCalled();
  expect(onDeleted).not.toHaveBeenCalled();
  expect(page.api.calls).not.toContain('delete c');
});
