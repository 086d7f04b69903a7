import { DEFAULT_TITLE } from '@parley/core';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { useChat } from '../../stores/client.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('../../kit/confirm-dialog.tsx')).ConfirmDialog }));

interface DeleteConversationProps {
  id: string;
  isCurrent: boolean;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks, deletes, and leaves the conversation if it was the one being read. */
export function DeleteConversation({ id, isCurrent, onDeleted, onClose }: DeleteConversationProps) {
  const navigate = useNavigate();
  const title = useChat((chat) => chat.conversations.find((item) => item.id === id)?.title ?? DEFAULT_TITLE);
  const remove = useChat((chat) => chat.deleteConversation);
  const confirm = () => {
    void remove(id);
    onDeleted();
    if (isCurrent) void navigate('/', { replace: true });
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
