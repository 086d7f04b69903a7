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
  const forget = useChat((chat) => chat.forgetDeleted);
  const [isHeld, setHeld] = useState(false);
  const leave = useEffectEvent(forget);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => leave(), OFFERED_FOR);
    return () => clearTimeout(timer);
  }, [isHeld]);
  const bringBack = async () => {
    await undo();
    const isBack = chat.getState().conversations.some((conversation) => conversation.id === id);
    if (isBack) navigate(`/c/${id}`);
  };
  return (
    <Toast
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="truncate pl-1">Conversation deleted</span>
      <button
        type="button"
        onClick={() => void bringBack()}
        className="-my-2 ml-auto rounded-xs py-2 pl-4 font-medium text-accent-text hover:underline hover:underline-offset-3"
      >
        Undo
      </button>
    </Toast>
  );
}
