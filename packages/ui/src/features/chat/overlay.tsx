import { t } from '@parley/core';
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
  onSearch: (query: string) => void;
  onDelete: (id: string) => void;
  onShare: (id: string) => void;
  onUpgrade: () => void;
  onDeleted: () => void;
  onClose: () => void;
}

export function Overlay(props: OverlayProps) {
  const { shown, onSearch } = props;
  return (
    <Suspense
      fallback={
        // Words typed while the palette loads would otherwise go to the message box.
        shown.is === 'palette' && (
          <input
            ref={(field) => field?.focus()}
            aria-label={t`Search messages`}
            className="sr-only"
            value={shown.query}
            onChange={({ target }) => onSearch(target.value)}
          />
        )
      }
    >
      <Loaded {...props} />
    </Suspense>
  );
}

function Loaded({ shown, onDeleted, ...actions }: OverlayProps) {
  const { onClose } = actions;
  switch (shown.is) {
    case 'palette':
      return <Palette initialQuery={shown.query} {...actions} />;
    case 'shortcuts':
      return <ShortcutsDialog onClose={onClose} />;
    case 'move':
      return <MoveDialog id={shown.id} onClose={onClose} />;
    case 'project':
      return <ProjectOverlay action={shown.action} onClose={onClose} />;
    case 'share':
      return <ShareDialog id={shown.id} onClose={onClose} />;
    case 'delete':
      return <DeleteConversation id={shown.id} onDeleted={onDeleted} onClose={onClose} />;
  }
}
