import { t } from '@parley/core';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { ReadingsContext } from '../../kit/markdown/stream/readings-context.ts';
import type { Readings } from '../../kit/markdown/stream/reply-reader.ts';
import { navigate } from '../../kit/overlays/navigate.ts';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { useChat } from '../../stores/client.ts';
import { Conversation } from './conversation.tsx';
import { Overlay, type ShownOverlay } from './overlay.tsx';
import type { FoundMessage } from './palette/found-message.ts';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';
import { CollapsedSidebar } from './sidebar/collapsed-sidebar.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { useSidebar } from './sidebar/use-sidebar.ts';
import { chatElement, mainElement } from './chat-elements.ts';
import { UndoDelete } from './undo-delete.tsx';

/** Without it, the drawer's buttons still work. */
const DrawerSwipe = lazyPart(
  'drawer-swipe',
  async () => (await import('./sidebar/drawer-swipe.tsx')).DrawerSwipe,
  () => null,
);

const TemporaryChat = lazyPart('temporary', async () => (await import('./temporary/temporary-chat.tsx')).TemporaryChat);

interface ChatPageProps {
  conversationId: string;
  onAuthenticate: (mode: 'login' | 'register') => void;
  onSettings: () => void;
  /** Opens the list of conversations with this one selected. */
  onSelect: (id: string) => void;
  onUpgrade: () => void;
}

export function ChatPage({ conversationId, onAuthenticate, onSettings, onSelect, onUpgrade }: ChatPageProps) {
  const scrim = useRef<HTMLDivElement>(null);
  const { isWide, isOpen, isLeaving, searching, ref, menuRef, open, close, hide } = useSidebar(scrim);
  const newConversation = useChat((chat) => chat.newConversation);
  const setDraft = useChat((chat) => chat.setDraft);
  const [overlay, setOverlay] = useState<ShownOverlay | null>(null);
  /** The empty conversation that a temporary chat is shown in place of. */
  const [temporaryIn, setTemporaryIn] = useState<{ id: string; isShown: boolean } | null>(null);
  const isTemporary = temporaryIn?.id === conversationId;
  if (isTemporary && !temporaryIn.isShown) setTemporaryIn({ ...temporaryIn, isShown: true });
  // It does not come back when its place does.
  if (!isTemporary && temporaryIn?.isShown) setTemporaryIn(null);
  const isDrawer = !isWide && isOpen;
  const [readings] = useState<Readings>(() => new Map());
  const [isSwiping, setSwiping] = useState(false);

  useLayoutEffect(() => {
    const root = document.documentElement;
    root.toggleAttribute('data-chat', true);
    return () => root.removeAttribute('data-chat');
  }, []);

  const leaveDrawer = () => {
    if (!isWide) close();
  };
  const newChat = (text = '') => {
    leaveDrawer();
    setTemporaryIn(null);
    const id = newConversation();
    if (text !== '') setDraft(id, text);
    navigate(`/c/${id}`);
  };
  const beginTemporary = () => {
    leaveDrawer();
    const id = newConversation();
    setTemporaryIn({ id, isShown: false });
    navigate(`/c/${id}`);
  };
  const search = (query = '') => setOverlay({ is: 'palette', query });
  const openFound = (id: string, found: FoundMessage | null = null) => {
    leaveDrawer();
    navigate(`/c/${id}`, { state: found });
  };
  const share = (id: string) => setOverlay({ is: 'share', id });
  const showShortcuts = () => setOverlay({ is: 'shortcuts' });
  useShortcuts({
    onPalette: () => search(),
    onNewChat: () => newChat(),
    onHelp: showShortcuts,
  });
  const actions = {
    onTemporary: beginTemporary,
    onDelete: (id: string) => setOverlay({ is: 'delete', id }),
    onShare: share,
    onSettings,
    onShortcuts: showShortcuts,
    onUpgrade,
  };
  const ofConversation = {
    menuRef,
    onMenu: () => open(),
    onNewChat: () => newChat(),
    onSignIn: () => onAuthenticate('login'),
    onUpgrade,
  };
  const columns = isWide
    ? isOpen
      ? 'md:grid-cols-[16rem_minmax(0,1fr)]'
      : 'md:grid-cols-[var(--sidebar-collapsed)_minmax(0,1fr)]'
    : '';
  return (
    <div
      ref={chatElement}
      data-app
      className={`mt-(--covered-top) grid h-(--visible-height) pan-y grid-cols-[minmax(0,1fr)] overflow-hidden transition-[grid-template-columns] duration-(--slow) ease-out ${columns}`}
    >
      {(isDrawer || isLeaving || isSwiping) && (
        <div ref={scrim} className="fixed inset-0 z-8 animate-appear bg-scrim" />
      )}
      {(isWide || isOpen || isLeaving || isSwiping) && (
        <aside
          ref={ref}
          aria-label={t`Conversations`}
          inert={isLeaving}
          className={
            isWide
              ? 'flex min-h-0 min-w-0 flex-col overflow-hidden border-e border-hairline bg-sunken'
              : 'fixed top-(--covered-top) bottom-(--covered-bottom) start-0 z-9 flex w-[calc(min(20rem,86vw)+env(safe-area-inset-left))] animate-drawer flex-col bg-sunken ps-[env(safe-area-inset-left)]'
          }
        >
          {isOpen || isLeaving || isSwiping ? (
            <Sidebar
              conversationId={conversationId}
              isDrawer={!isWide}
              searching={searching}
              {...actions}
              onNewChat={() => newChat()}
              onChoose={leaveDrawer}
              onSelect={onSelect}
              onMove={(id) => setOverlay({ is: 'move', id })}
              onProject={(action) => setOverlay({ is: 'project', action })}
              onSearchAll={search}
              onAuthenticate={onAuthenticate}
              onClose={close}
            />
          ) : (
            <CollapsedSidebar
              {...actions}
              onOpen={() => open()}
              onSearch={() => open(true)}
              onNewChat={() => newChat()}
            />
          )}
        </aside>
      )}
      <Suspense>
        {!isWide && (
          <DrawerSwipe
            isOpen={isOpen}
            page={chatElement}
            drawer={ref}
            scrim={scrim}
            isSwiping={isSwiping}
            onSwiping={setSwiping}
            onOpen={() => open()}
            onClose={hide}
          />
        )}
      </Suspense>
      <main ref={mainElement} inert={isDrawer} className="relative flex min-h-0 min-w-0 flex-col bg-surface">
        {isTemporary ? (
          <Suspense>
            <TemporaryChat {...ofConversation} onClose={() => setTemporaryIn(null)} />
          </Suspense>
        ) : (
          <ReadingsContext value={readings}>
            <Conversation
              key={conversationId}
              conversationId={conversationId}
              onShare={() => share(conversationId)}
              {...ofConversation}
            />
          </ReadingsContext>
        )}
        <UndoDelete />
      </main>
      {overlay && (
        <Overlay
          {...actions}
          shown={overlay}
          conversationId={conversationId}
          onOpen={openFound}
          onNewChat={newChat}
          onSearch={search}
          // The undo toast is on the page behind the drawer.
          onDeleted={leaveDrawer}
          onClose={() => setOverlay(null)}
        />
      )}
    </div>
  );
}
