import { MODES, type ModeId } from '@parley/core';
import { Suspense, useState } from 'react';
import { IconButton } from '../../../../kit/controls/icon-button.tsx';
import { DisclosureIcon, LongerIcon, ShorterIcon } from '../../../../kit/icons/icons.ts';
import { MODE_ICONS } from '../../../../kit/icons/mode-icons.ts';
import { lazyPart } from '../../../../kit/lazy/lazy-part.tsx';
import type { RetryOptions } from '../../../../stores/chat/stream/regenerate-reply.ts';
import { useChat } from '../../../../stores/client.ts';

const Menu = lazyPart('menu', async () => (await import('../../../../kit/controls/menu.tsx')).Menu);

/** The modes that a question can be asked in again. A picture would be no other answer. */
const OFFERED: ModeId[] = ['thinking', 'web_search'];

interface RetryMenuProps {
  /** The mode of the reply. */
  mode: ModeId | undefined;
  onRetry: (how: RetryOptions) => void;
}

/** Ways to retry a reply besides once more. Loaded lazily. */
export function RetryMenu({ mode, onRetry }: RetryMenuProps) {
  const capabilities = useChat((chat) => chat.capabilities);
  const [isOpen, setOpen] = useState(false);
  const trigger = (
    <IconButton
      label="More ways to retry"
      icon={DisclosureIcon}
      iconSize="sm"
      size="h-8 w-6"
      aria-haspopup="menu"
      onClick={() => setOpen(true)}
    />
  );
  if (!isOpen) return trigger;
  const modes = MODES.filter(({ id }) => OFFERED.includes(id) && id !== mode && capabilities?.[id].ok !== false);
  return (
    <Suspense fallback={trigger}>
      <Menu
        onClose={() => setOpen(false)}
        items={[
          ...modes.map(({ id, label }) => ({
            label: `With ${label}`,
            icon: MODE_ICONS[id],
            onChoose: () => onRetry({ mode: id }),
          })),
          { label: 'Shorter', icon: ShorterIcon, onChoose: () => onRetry({ length: 'shorter' }) },
          { label: 'Longer', icon: LongerIcon, onChoose: () => onRetry({ length: 'longer' }) },
        ]}
      >
        {trigger}
      </Menu>
    </Suspense>
  );
}
