import { t } from '@parley/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { navigate } from '../../kit/overlays/navigate.ts';
import { Toast } from '../../kit/overlays/toast.tsx';
import { useChat, useChatStore } from '../../stores/client.ts';
import { chatElement } from './chat-elements.ts';

/** Milliseconds for which the undo toast shows; hovering or focusing it pauses the timer. */
const OFFERED_FOR = 8_000;

/** Toast that reports a deleted or archived conversation and restores it on Undo. One that was open opens again. */
export function UndoDelete() {
  const id = useChat((chat) => chat.deleted?.id);
  const isArchived = useChat((chat) => chat.deleted?.archived) ?? false;
  // Outlives the offer, which comes back when an undo fails.
  const [opened] = useState(() => new Set<string>());
  return id === undefined ? null : <Offer key={id} id={id} isArchived={isArchived} opened={opened} />;
}

interface OfferProps {
  id: string;
  isArchived: boolean;
  /** Ids of conversations that were open when they were deleted. */
  opened: Set<string>;
}

function Offer({ id, isArchived, opened }: OfferProps) {
  const chat = useChatStore();
  const undo = useChat((chat) => chat.undoDelete);
  const dismiss = useChat((chat) => chat.forgetDeleted);
  const [isPaused, setPaused] = useState(false);
  useState(() => location.pathname === `/c/${id}` && opened.add(id));
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
      <span className="truncate ps-1">{isArchived ? t`Conversation archived` : t`Conversation deleted`}</span>
      <button
        type="button"
        onClick={() => void restore()}
        className="-my-2 ms-auto rounded-xs py-2 ps-4 font-medium text-accent-text hover:underline hover:underline-offset-3"
      >{t`Undo`}</button>
    </Toast>
  );
}
