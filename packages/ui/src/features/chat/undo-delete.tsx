import { useEffect, useEffectEvent, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Toast } from '../../kit/overlays/toast.tsx';
import { useChat, useChatStore } from '../../stores/client.ts';

/** Milliseconds for which the undo toast shows; hovering or focusing it pauses the timer. */
const OFFERED_FOR = 8_000;

/** Toast that reports a deleted conversation and restores it on Undo. */
export function UndoDelete() {
  const id = useChat((chat) => chat.deleted?.id);
  return id === undefined ? null : <Offer key={id} id={id} />;
}

function Offer({ id }: { id: string }) {
  const chat = useChatStore();
  const undo = useChat((chat) => chat.undoDelete);
  const dismiss = useChat((chat) => chat.forgetDeleted);
  const [isPaused, setPaused] = useState(false);
  const onTimeout = useEffectEvent(dismiss);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => onTimeout(), OFFERED_FOR);
    return () => clearTimeout(timer);
  }, [isPaused]);
  const restore = async () => {
    await undo();
    const isRestored = chat.getState().conversations.some((conversation) => conversation.id === id);
    if (isRestored) navigate(`/c/${id}`);
  };
  return (
    <Toast
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <span className="truncate pl-1">Conversation deleted</span>
      <button
        type="button"
        onClick={() => void restore()}
        className="-my-2 ml-auto rounded-xs py-2 pl-4 font-medium text-accent-text hover:underline hover:underline-offset-3"
      >
        Undo
      </button>
    </Toast>
  );
}
