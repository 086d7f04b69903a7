import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useChat } from '../../stores/client.ts';
import { Conversation } from './conversation.tsx';
import { DeleteConversation } from './delete-conversation.tsx';
import { CollapsedSidebar } from './sidebar/collapsed-sidebar.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { useSidebar } from './sidebar/use-sidebar.ts';

interface ChatPageProps {
  conversationId: string;
  onAuthenticate: (mode: 'login' | 'register') => void;
}

export function ChatPage({ conversationId, onAuthenticate }: ChatPageProps) {
  const navigate = useNavigate();
  const { isWide, isOpen, searching, ref, open, close } = useSidebar();
  const newConversation = useChat((chat) => chat.newConversation);
  const [deleting, setDeleting] = useState<string | null>(null);
  const isDrawer = !isWide && isOpen;

  const leaveDrawer = () => {
    if (!isWide) close();
  };
  const newChat = () => {
    leaveDrawer();
    void navigate(`/c/${newConversation()}`);
  };
  const columns = isWide ? (isOpen ? 'md:grid-cols-[16rem_minmax(0,1fr)]' : 'md:grid-cols-[4rem_minmax(0,1fr)]') : '';
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
              onNewChat={newChat}
              onDelete={setDeleting}
              onChoose={leaveDrawer}
              onAuthenticate={onAuthenticate}
              onClose={close}
            />
          ) : (
            <CollapsedSidebar onOpen={() => open()} onSearch={() => open(true)} onNewChat={newChat} />
          )}
        </aside>
      )}
      <main inert={isDrawer} className="@container/page relative flex min-h-0 min-w-0 flex-col bg-surface">
        <Conversation
          key={conversationId}
          conversationId={conversationId}
          onMenu={() => open()}
          onNewChat={newChat}
          onSignIn={() => onAuthenticate('login')}
        />
      </main>
      {deleting !== null && (
        <DeleteConversation id={deleting} isCurrent={deleting === conversationId} onClose={() => setDeleting(null)} />
      )}
    </div>
  );
}
