import { DEFAULT_TITLE, shownTitle, type ModeId, t } from '@parley/core';
import { Suspense, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { OfflineIcon } from '../../kit/icons/icons.ts';
import { Banner } from '../../kit/notices/banner.tsx';
import { ConnectionBanner } from '../../kit/notices/connection-banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { Skeleton } from '../../kit/notices/skeleton.tsx';
import { setPageTitle } from '../../kit/layout/page-title.ts';
import { useDelayed } from '../../kit/hooks/use-delayed.ts';
import { prependToDraft } from '../../stores/chat/send/drafts.ts';
import { useChat, useChatStore, useClient, useReach, useSession } from '../../stores/client.ts';
import { Bar } from './bar.tsx';
import { Dock } from './composer/dock.tsx';
import { useAtLimit } from './composer/use-sending.ts';
import { EmptyChat } from './empty-chat.tsx';
import { useFoundMessage } from './palette/use-found-message.ts';
import { useFollow } from './scroll/use-follow.ts';
import { Announcer } from './thread/announcer.tsx';
import { loadMessageList, preloadMessages } from './thread/list/load-messages.ts';
import { createThreadElements, ThreadElementsContext } from './thread/list/thread-elements.ts';
import { UnreadMarkersContext, useNewUnreadMarkers } from './thread/unread/unread-markers-context.ts';
import { ToolToast } from './tools/tool-toast.tsx';

/** Milliseconds after which an empty chat preloads what shows messages. */
const SETTLED_AFTER = 4000;

const MessageList = lazyPart('messages', loadMessageList);
const AdminBanner = lazyPart('admin', async () => (await import('./admin-notices.tsx')).AdminBanner);
const ProjectLabel = lazyPart('project', async () => (await import('./projects/project-label.tsx')).ProjectLabel);
const VerifyBanner = lazyPart('verify', async () => (await import('./verify-banner.tsx')).VerifyBanner);

interface ConversationProps {
  conversationId: string;
  /** What a temporary chat shows below the header, and while it has no messages. */
  temporary?: { label: ReactNode; empty: ReactNode };
  menuRef: RefObject<HTMLButtonElement | null>;
  onMenu: () => void;
  onNewChat: () => void;
  /** Missing for a conversation that cannot be shared. */
  onShare?: () => void;
  onSignIn: () => void;
  onUpgrade: () => void;
}

/** One conversation, from its header to its composer. */
export function Conversation({
  conversationId,
  temporary,
  menuRef,
  onMenu,
  onNewChat,
  onShare,
  onSignIn,
  onUpgrade,
}: ConversationProps) {
  const { productName, verifiesFirst, makesShareLinks, brand } = useClient().platform.settings;
  const signedIn = useSession((session) => session.status === 'signed-in');
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  const mustVerify = useSession(
    ({ user }) => verifiesFirst && user !== null && user.email !== '' && !user.emailVerified,
  );
  const thread = useChat((chat) => chat.threads[conversationId]);
  const isWaiting = useChat((chat) => chat.queued[conversationId] !== undefined);
  const ownTitle = useChat(
    (chat) => chat.conversations.find(({ id }) => id === conversationId)?.title ?? DEFAULT_TITLE,
  );
  // The browser's history would keep the title.
  const title = temporary ? t`Temporary chat` : shownTitle(ownTitle);
  const projectId = useChat(
    (chat) => chat.conversations.find(({ id }) => id === conversationId)?.projectId ?? chat.startsIn[conversationId],
  );
  const openThread = useChat((chat) => chat.openThread);
  const chat = useChatStore();
  const { place, scrollerRef, scroller } = useFollow(thread?.reply != null);
  const unreadMarkers = useNewUnreadMarkers();
  const [elements] = useState(createThreadElements);
  const box = useRef<HTMLTextAreaElement>(null);
  const lastPrompt = useRef('');
  const atLimit = useAtLimit();
  useFoundMessage(conversationId, scroller, elements.rows);
  const reach = useReach();
  const isResuming = thread?.reply?.connection === 'resuming';
  const applyPrompt = (mode: ModeId, text: string) => {
    const { drafts, setMode, setDraft } = chat.getState();
    setMode(conversationId, mode);
    setDraft(
      conversationId,
      prependToDraft(text, (drafts[conversationId] ?? '').replace(lastPrompt.current, '').trim()),
    );
    lastPrompt.current = text;
    box.current?.focus();
  };
  const isEmpty = thread?.status === 'ready' && thread.messageIds.length === 0 && !isWaiting;
  const canShare = signedIn && makesShareLinks && thread?.status === 'ready' && !isEmpty;
  // Loads while online, so that a question asked offline later can still be shown.
  const isSettled = useDelayed(true, SETTLED_AFTER);
  const isLoading = thread?.status === 'loading';
  useEffect(() => {
    if (isLoading || isSettled) preloadMessages();
  }, [isLoading, isSettled]);
  const isReplying = thread?.reply != null;
  useEffect(() => {
    if (!isReplying || !matchMedia('(hover: hover)').matches) return;
    // Retry, Continue and Save leave with the press that starts a reply. On a phone the focus would open the keyboard.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
    });
  }, [isReplying]);
  useEffect(() => {
    setPageTitle(`${title} · ${productName}`);
  }, [title, productName]);

  const body = () => {
    if (isEmpty && temporary) return temporary.empty;
    if (isEmpty || (!signedIn && thread?.status !== 'ready'))
      return <EmptyChat brand={brand} disabled={!signedIn || atLimit} onPrompt={applyPrompt} />;
    switch (thread?.status) {
      case 'ready':
        return (
          <UnreadMarkersContext value={unreadMarkers}>
            <ThreadElementsContext value={elements}>
              <Suspense fallback={<LoadingThread />}>
                <MessageList
                  conversationId={conversationId}
                  thread={thread}
                  scrollerRef={scrollerRef}
                  scroller={scroller}
                  onDrafted={() => box.current?.focus()}
                />
              </Suspense>
            </ThreadElementsContext>
          </UnreadMarkersContext>
        );
      case 'failed':
        return <LoadFailure onRetry={() => void openThread(conversationId)} />;
      default:
        return <LoadingThread />;
    }
  };
  return (
    <>
      <Suspense>
        {isAdmin && <AdminBanner />}
        {mustVerify && <VerifyBanner />}
      </Suspense>
      <ConnectionBanner
        reach={reach}
      >{t`You can read recent conversations. Messages will send when you reconnect.`}</ConnectionBanner>
      {isResuming && reach === 'reached' && (
        <Banner icon={OfflineIcon}>{t`Connection lost. Your reply will continue when you’re back online.`}</Banner>
      )}
      <Bar
        title={title}
        place={place}
        menuRef={menuRef}
        onBack={() => scroller.current?.leaveEnd()}
        onMenu={onMenu}
        onNewChat={onNewChat}
        onShare={canShare ? onShare : undefined}
      />
      {temporary?.label}
      {projectId !== undefined && (
        <Suspense>
          <ProjectLabel projectId={projectId} />
        </Suspense>
      )}
      {body()}
      <Dock
        conversationId={conversationId}
        boxRef={box}
        notice={place.notice}
        onBelow={() => scroller.current?.toEnd()}
        onSend={() => scroller.current?.toEnd()}
        onSignIn={onSignIn}
        onUpgrade={onUpgrade}
      />
      <ToolToast conversationId={conversationId} />
      <Announcer conversationId={conversationId} />
    </>
  );
}

function LoadingThread() {
  return (
    <div
      className="min-h-0 flex-1 px-6 pt-4 max-md:px-4 max-md:pt-6"
      role="status"
      aria-label={t`Loading the conversation`}
    >
      <div className="mx-auto w-full max-w-(--column)">
        <Skeleton lines={8} className="max-w-(--measure)" />
      </div>
    </div>
  );
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="min-h-0 flex-1 px-6 pt-4 max-md:px-4 max-md:pt-6">
      <div role="alert" className="mx-auto grid w-full max-w-(--column) justify-items-start gap-4">
        <p className="text-body text-muted">{t`We couldn’t load this conversation.`}</p>
        <Button variant="secondary" size="sm" onClick={onRetry}>{t`Try again`}</Button>
      </div>
    </div>
  );
}
