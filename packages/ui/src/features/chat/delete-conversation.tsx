import { DEFAULT_TITLE } from '@parley/core';
import { Suspense } from 'react';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { useChat } from '../../stores/client.ts';

const ConfirmDialog = lazyPart(
  'confirm',
  async () => (await import('../../kit/overlays/confirm-dialog.tsx')).ConfirmDialog,
);

interface DeleteConversationProps {
  id: string;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks for confirmation, then deletes the conversation. */
export function DeleteConversation({ id, onDeleted, onClose }: DeleteConversationProps) {
  const title = useChat((chat) => chat.conversations.find((item) => item.id === id)?.title ?? DEFAULT_TITLE);
  const remove = useChat((chat) => chat.deleteConversation);
  const confirm = () => {
    void remove(id);
    onDeleted();
  };
  return (
    <Suspense>
      <ConfirmDialog
        title="Delete conversation"
        message={`Are you sure you want to delete "${title}"? This action cannot be undone.`}
        onConfirm={confirm}
        onClose={onClose}
      />
    </Suspense>
  );
}
