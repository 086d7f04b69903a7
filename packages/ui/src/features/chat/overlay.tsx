import { Suspense } from 'react';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import type { FoundMessage } from './palette/found-message.ts';
import type { ProjectAction } from './projects/project-overlay.tsx';

const DeleteConversation = lazyPart(
  'delete-conversation',
  async () => (await import('./delete-conversation.tsx')).DeleteConversation,
);
const Palette = lazyPart('palette', async () => (await import('./palette/palette.tsx')).Palette);
const MoveDialog = lazyPart('projects', async () => (await import('./projects/move-dialog.tsx')).MoveDialog);
const ProjectOverlay = lazyPart(
  'projects',
  async () => (await import('./projects/project-overlay.tsx')).ProjectOverlay,
);
const ShareDialog = lazyPart('share', async () => (await import('./share/share-dialog.tsx')).ShareDialog);
const ShortcutsDialog = lazyPart(
  'shortcuts',
  async () => (await import('./shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog,
);

/** The overlay above the chat. Only one is open at a time. */
export type ShownOverlay =
  | { is: 'palette'; query: string }
  | { is: 'shortcuts' }
  | { is: 'project'; action: ProjectAction }
  | { is: 'delete' | 'move' | 'share'; id: string };

interface OverlayProps {
  shown: ShownOverlay;
  /** The conversation on the page. */
  conversationId: string;
  onOpen: (conversationId: string, found?: FoundMessage | null) => void;
  onNewChat: (text: string) => void;
  onTemporary: () => void;
  onSettings: () => void;
  onShortcuts: () => void;
  onDelete: (id: string) => void;
  onShare: (id: string) => void;
  onUpgrade: () => void;
  onDeleted: () => void;
  onClose: () => void;
}

export function Overlay({ shown, onDeleted, ...actions }: OverlayProps) {
  const { onClose } = actions;
  switch (shown.is) {
    case 'palette':
      return (
        <Suspense>
          <Palette initialQuery={shown.query} {...actions} />
        </Suspense>
      );
    case 'shortcuts':
      return (
        <Suspense>
          <ShortcutsDialog onClose={onClose} />
        </Suspense>
      );
    case 'move':
      return (
        <Suspense>
          <MoveDialog id={shown.id} onClose={onClose} />
        </Suspense>
      );
    case 'project':
      return (
        <Suspense>
          <ProjectOverlay action={shown.action} onClose={onClose} />
        </Suspense>
      );
    case 'share':
      return (
        <Suspense>
          <ShareDialog id={shown.id} onClose={onClose} />
        </Suspense>
      );
    case 'delete':
      return (
        <Suspense>
          <DeleteConversation id={shown.id} onDeleted={onDeleted} onClose={onClose} />
        </Suspense>
      );
  }
}
