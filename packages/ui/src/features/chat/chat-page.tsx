import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { SearchHit } from '@parley/core';
import { useChat } from '../../stores/client.ts';
import { Conversation } from './conversation.tsx';
import { Overlay, type ShownOverlay } from './overlay.tsx';
import { toFoundMessage } from './palette/found-message.ts';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';
import { CollapsedSidebar } from './sidebar/collapsed-sidebar.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { useSidebar } from './sidebar/use-sidebar.ts';
import { UndoDelete } from './undo-delete.tsx';

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
      className={`grid h-dvh grid-cols-[minmax(0,1fr)] overflow-hidden transition-[grid-template-columns] duration-(--slow) ease-out ${columns}`}
    >
      {isDrawer && <div className="fixed inset-0 z-8 animate-appear bg-scrim" />}
      {(isWide || isOpen) && (
        <aside
          ref={ref}
          aria-label="Conversations"
          className={
            isWide
              ? 'flex min-h-0 min-w-0 flex-col overflow-hidden border-r border-hairline bg-sunken'
              : 'fixed inset-y-0 left-0 z-9 flex w-[min(20rem,86vw)] animate-drawer flex-col bg-sunken'
          }
        >
          {isOpen ? (
            <Sidebar
              conversationId={conversationId}
              isDrawer={isDrawer}
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
          // The undo toast is on the page behind the drawer.
          onDeleted={leaveDrawer}
          onClose={() => setOverlay(null)}
        />
      )}
    </div>
  );
}
