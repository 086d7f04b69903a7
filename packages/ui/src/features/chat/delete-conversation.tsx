import { DEFAULT_TITLE, plural, RESTORABLE_DAYS, shownTitle, t } from '@parley/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { useChat, useClient } from '../../stores/client.ts';

interface DeleteConversationProps {
  id: string;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks for confirmation, then deletes the conversation, and what was remembered in it where that is chosen. */
export function DeleteConversation({ id, onDeleted, onClose }: DeleteConversationProps) {
  const title = useChat((chat) => chat.conversations.find((item) => item.id === id)?.title ?? DEFAULT_TITLE);
  const remove = useChat((chat) => chat.deleteConversation);
  const known = useChat((chat) => chat.memories);
  const memories = Object.values(known)
    .flat()
    .filter(({ conversationId }) => conversationId === id);
  const [isForgetting, setForgetting] = useState(false);
  const { api } = useClient();
  const confirm = () => {
    void remove(id);
    // A memory that could not be deleted stays in the settings.
    if (isForgetting)
      for (const memory of memories)
        void api
          .memories()
          .then((calls) => calls.delete(memory.id))
          .catch(() => {});
    onDeleted();
  };
  return (
    <ConfirmDialog
      title={t`Delete conversation`}
      message={t`Are you sure you want to delete "${shownTitle(title)}"? This action cannot be undone.`}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="mt-2 text-muted">{t`You can bring it back for ${RESTORABLE_DAYS} days.`}</p>
      {memories.length > 0 && (
        <label className="mt-4 flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-accent"
            checked={isForgetting}
            onChange={({ target }) => setForgetting(target.checked)}
          />
          {plural(
            memories.length,
          )`Also delete ${memories.length} memory from it|Also delete ${memories.length} memories from it`}
        </label>
      )}
    </ConfirmDialog>
  );
}
