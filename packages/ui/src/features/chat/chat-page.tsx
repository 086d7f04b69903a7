import { Suspense, useRef, useState } from 'react';
import { navigate } from '../../kit/overlays/navigate.ts';
import type { SearchHit } from '@parley/core';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { useChat } from '../../stores/client.ts';
import { Conversation } from './conversation.tsx';
import { Overlay, type ShownOverlay } from './overlay.tsx';
import { toFoundMessage } from './palette/found-message.ts';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';
import { CollapsedSidebar } from './sidebar/collapsed-sidebar.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { useSidebar } from './sidebar/use-sidebar.ts';
import { UndoDelete } from './undo-delete.tsx';

/** Without it, the drawer's buttons still work. */
const DrawerSwipe = lazyPart(
  'drawer-swipe',
  async () => (await import('./sidebar/drawer-swipe.tsx')).DrawerSwipe,
  () => null,
);

interface ChatPageProps {
  conversationId: string;
  onAuthenticate: (mode: 'login' | 'register') => void;
  onSettings: () => void;
  onUpgrade: () => void;
}

export function ChatPage({ conversationId, onAuthenticate, onSettings, onUpgrade }: ChatPageProps) {
  const { isWide, isOpen, searching, ref, menuRef, open, close } = useSidebar();
  const newConversation = useChat((chat) => chat.newConversation);
  const setDraft = useChat((chat) => chat.setDraft);
  const [overlay, setOverlay] = useState<ShownOverlay | null>(null);
  const isDrawer = !isWide && isOpen;
  const page = useRef<HTMLDivElement>(null);
  const scrim = useRef<HTMLDivElement>(null);
  const [isSwiping, setSwiping] = useState(false);

  const leaveDrawer = () => {
    if (!isWide) close();
  };
  const newChat = (text = '') => {
    leaveDrawer();
    const id = newConversation();
    if (text !== '') setDraft(id, text);
    navigate(`/c/${id}`);
  };
  const search = (query = '') => setOverlay({ is: 'palette', query });
  const openFound = (id: string, hit?: SearchHit) => {
    leaveDrawer();
    navigate(`/c/${id}`, { state: hit ? toFoundMessage(hit) : null });
  };
  useShortcuts({
    onPalette: () => search(),
    onNewChat: () => newChat(),
    onHelp: () => setOverlay({ is: 'shortcuts' }),
  });
  const columns = isWide
    ? isOpen
      ? 'md:grid-cols-[16rem_minmax(0,1fr)]'
      : 'md:grid-cols-[var(--sidebar-collapsed)_minmax(0,1fr)]'
    : '';
  return (
    <div
      ref={page}
      data-app
      className={`grid h-dvh pan-y grid-cols-[minmax(0,1fr)] overflow-hidden transition-[grid-template-columns] duration-(--slow) ease-out ${columns}`}
    >
      {(isDrawer || isSwiping) && <div ref={scrim} className="fixed inset-0 z-8 animate-appear bg-scrim" />}
      {(isWide || isOpen || isSwiping) && (
        <aside
          ref={ref}
          aria-label="Conversations"
          className={
            isWide
              ? 'flex min-h-0 min-w-0 flex-col overflow-hidden border-r border-hairline bg-sunken'
              : 'fixed inset-y-0 left-0 z-9 flex w-[min(20rem,86vw)] animate-drawer flex-col bg-sunken'
          }
        >
          {isOpen || isSwiping ? (
            <Sidebar
              conversationId={conversationId}
              isDrawer={!isWide}
              searching={searching}
              onNewChat={() => newChat()}
              onDelete={(id) => setOverlay({ is: 'delete', id })}
              onChoose={leaveDrawer}
              onSearchAll={search}
              onAuthenticate={onAuthenticate}
              onSettings={onSettings}
              onUpgrade={onUpgrade}
              onClose={close}
            />
          ) : (
            <CollapsedSidebar
              onOpen={() => open()}
              onSearch={() => open(true)}
              onNewChat={() => newChat()}
              onSettings={onSettings}
              onUpgrade={onUpgrade}
            />
          )}
        </aside>
      )}
      <Suspense>
        {!isWide && (
          <DrawerSwipe
            isOpen={isOpen}
            page={page}
            drawer={ref}
            scrim={scrim}
            isSwiping={isSwiping}
            onSwiping={setSwiping}
            onOpen={() => open()}
            onClose={close}
          />
        )}
      </Suspense>
      <main inert={isDrawer} className="@container/page relative flex min-h-0 min-w-0 flex-col bg-surface">
        <Conversation
          key={conversationId}
          conversationId={conversationId}
          menuRef={menuRef}
          onMenu={() => open()}
          onNewChat={() => newChat()}
          onSignIn={() => onAuthenticate('login')}
          onUpgrade={onUpgrade}
        />
        <UndoDelete />
      </main>
      {overlay && (
        <Overlay
          shown={overlay}
          onOpen={openFound}
          onNewChat={newChat}
          onSettings={onSettings}
          onShortcuts={() => setOverlay({ is: 'shortcuts' })}
          // The undo toast is on the page behind the drawer.
          onDeleted={leaveDrawer}
          onClose={() => setOverlay(null)}
        />
      )}
    </div>
  );
}
