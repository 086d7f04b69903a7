import { t } from '@parley/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Icon } from '../../../kit/icons/icon.tsx';
import { DisclosureIcon } from '../../../kit/icons/icons.ts';
import { lazyPart } from '../../../kit/lazy/lazy-part.tsx';
import { useChat, useSession } from '../../../stores/client.ts';

const ModelMenu = lazyPart('model-menu', async () => (await import('./model-menu.tsx')).ModelMenu);

/** Shows the model that answers, and opens the menu of the others. Only for people who can choose. */
export function ModelPicker({ conversationId }: { conversationId: string }) {
  const chosen = useSession(({ user }) => user?.model?.label);
  // At the free limit another model may go on.
  const label = useChat(({ usage }) => usage?.lesserModel) ?? chosen;
  const [isOpen, setOpen] = useState<boolean>();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The menu's trigger is gone with it, and the focus with both.
    if (isOpen === false && document.activeElement === document.body) button.current?.focus();
  }, [isOpen]);
  if (chosen === undefined) return null;
  const trigger = (
    <button
      ref={button}
      type="button"
      aria-label={t`Model: ${label ?? ''}`}
      aria-haspopup="menu"
      onClick={() => setOpen(true)}
      className="-my-2 inline-flex min-w-0 max-w-40 items-center gap-1 rounded-xs px-1 py-2 text-muted transition-colors hover:text-ink"
    >
      <span className="truncate" dir="auto">
        {label}
      </span>
      <Icon icon={DisclosureIcon} size="xs" />
    </button>
  );
  if (isOpen === undefined) return trigger;
  return (
    <Suspense fallback={trigger}>
      <ModelMenu conversationId={conversationId} isOpen={isOpen} onClose={() => setOpen(false)}>
        {trigger}
      </ModelMenu>
    </Suspense>
  );
}
