import { t } from '@parley/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { navigate } from '../../kit/overlays/navigate.ts';
import { Toast } from '../../kit/overlays/toast.tsx';
import { useChat, useChatStore } from '../../stores/client.ts';
import { chatElement } from './chat-elements.ts';

/** Milliseconds for which the toast shows; hovering or focusing it pauses the timer. */
const OFFERED_FOR = 8_000;

interface UndoToastProps {
  id: string;
  /** Ids of conversations that open again when they are restored. */
  opened: Set<string>;
}

/** Toast that reports a deleted or archived conversation and restores it on Undo. */
export function UndoToast({ id, opened }: UndoToastProps) {
  const chat = useChatStore();
  const isArchived = useChat((chat) => chat.deleted?.archived) ?? false;
  const undo = useChat((chat) => chat.undoDelete);
  const dismiss = useChat((chat) => chat.forgetDeleted);
  const [isPaused, setPaused] = useState(false);
  // Screen readers announce changes of a status, so it is empty at first.
  const [words, setWords] = useState('');
  const news = isArchived ? t`Conversation archived` : t`Conversation deleted`;
  useEffect(() => setWords(news), [news]);
  const onTimeout = useEffectEvent(dismiss);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => onTimeout(), OFFERED_FOR);
    return () => clearTimeout(timer);
  }, [isPaused]);
  const restore = async () => {
    await undo();
    const isRestored = chat.getState().conversations.some((conversation) => conversation.id === id);
    if (!isRestored) return;
    if (opened.delete(id)) navigate(`/c/${id}`);
    // This button is gone.
    const next = `a[href="/c/${id}"], main textarea`;
    requestAnimationFrame(() => chatElement.current?.querySelector<HTMLElement>(next)?.focus());
  };
  return (
    <Toast
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <span className="truncate ps-1">{words}</span>
      <button
        type="button"
        onClick={() => void restore()}
        className="-my-2 ms-auto rounded-xs py-2 ps-4 font-medium text-accent-text hover:underline hover:underline-offset-3"
      >{t`Undo`}</button>
    </Toast>
  );
}
