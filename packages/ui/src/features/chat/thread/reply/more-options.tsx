import { t } from '@parley/core';
import { Suspense, useRef, useState } from 'react';
import { IconButton } from '../../../../kit/controls/icon-button.tsx';
import { DisclosureIcon } from '../../../../kit/icons/icons.ts';
import { lazyPart } from '../../../../kit/lazy/lazy-part.tsx';
import type { ReplyMenuProps } from './reply-menu.tsx';

// Without its menu, Retry still works: a chunk that does not load shows no error.
const ReplyMenu = lazyPart(
  'reply-menu',
  async () => (await import('./reply-menu.tsx')).ReplyMenu,
  ({ part }) => part.children,
);

/** The button of a reply's menu, which is loaded when it is first opened. */
export function MoreOptions(props: Omit<ReplyMenuProps, 'children' | 'isOpen' | 'onClose' | 'trigger'>) {
  const [isOpen, setOpen] = useState<boolean>();
  const button = useRef<HTMLButtonElement>(null);
  const trigger = (
    <IconButton
      ref={button}
      label={t`More options`}
      icon={DisclosureIcon}
      iconSize="sm"
      size="h-8 w-6"
      aria-haspopup="menu"
      onClick={() => setOpen(true)}
    />
  );
  if (isOpen === undefined) return trigger;
  return (
    <Suspense fallback={trigger}>
      <ReplyMenu {...props} trigger={button} isOpen={isOpen} onClose={() => setOpen(false)}>
        {trigger}
      </ReplyMenu>
    </Suspense>
  );
}
