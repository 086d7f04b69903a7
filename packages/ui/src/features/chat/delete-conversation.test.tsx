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
  await page.user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(page.api.calls).toContain('delete c'));
  expect(onDeleted).toHaveBeenCalledOnce();
});

test.each(['Cancel', 'Close'])('%s deletes nothing', async (name) => {
  const { page, dialog } = await renderDialog();
  await page.user.click(dialog.getByRole('button', { name }));
  expect(onClose).toHaveBeenCalled();
  expect(onDeleted).not.toHaveBeenCalled();
  expect(page.api.calls).not.toContain('delete c');
});
