import { t } from '@parley/core';
import { Suspense, useState } from 'react';
import { InfoIcon } from '../../../kit/icons/icons.ts';
import { IconButton } from '../../../kit/controls/icon-button.tsx';
import { lazyPart } from '../../../kit/lazy/lazy-part.tsx';

const HelpMenu = lazyPart('menu', async () => (await import('./help-menu.tsx')).HelpMenu);

/** Opens the menu of information pages and keyboard shortcuts. */
export function HelpButton({ onShortcuts }: { onShortcuts: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const button = (
    <IconButton label={t`Help`} icon={InfoIcon} size="size-9 max-md:size-11" onClick={() => setOpen(true)} />
  );
  if (!isOpen) return button;
  return (
    <Suspense fallback={button}>
      <HelpMenu onShortcuts={onShortcuts} onClose={() => setOpen(false)}>
        {button}
      </HelpMenu>
    </Suspense>
  );
}
