import { Suspense } from 'react';
import type { SearchHit } from '@parley/core';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { DeleteConversation } from './delete-conversation.tsx';

const Palette = lazyPart('palette', async () => (await import('./palette/palette.tsx')).Palette);
const ShortcutsDialog = lazyPart(
  'shortcuts',
  async () => (await import('./shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog,
);

/** The overlay above the chat. Only one is open at a time. */
export type ShownOverlay = { is: 'palette'; query: string } | { is: 'shortcuts' } | { is: 'delete'; id: string };

interface OverlayProps {
  shown: ShownOverlay;
  onOpen: (conversationId: string, hit?: SearchHit) => void;
  onNewChat: (text: string) => void;
  onSettings: () => void;
  onShortcuts: () => void;
  onDeleted: () => void;
  onClose: () => void;
}

export function Overlay({ shown, onOpen, onNewChat, onSettings, onShortcuts, onDeleted, onClose }: OverlayProps) {
  switch (shown.is) {
    case 'palette':
      return (
        <Suspense>
          <Palette
            initialQuery={shown.query}
            onOpen={onOpen}
            onNewChat={onNewChat}
            onSettings={onSettings}
            onShortcuts={onShortcuts}
            onClose={onClose}
          />
        </Suspense>
      );
    case 'shortcuts':
      return (
        <Suspense>
          <ShortcutsDialog onClose={onClose} />
        </Suspense>
      );
    case 'delete':
      return <DeleteConversation id={shown.id} onDeleted={onDeleted} onClose={onClose} />;
  }
}
