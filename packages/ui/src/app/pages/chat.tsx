import { conversationIdAt, isCounted, pageAt } from '@parley/core';
import { Suspense, useCallback, useDeferredValue, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { navigate } from '../../kit/overlays/navigate.ts';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { useDelayed } from '../../kit/hooks/use-delayed.ts';
import { ChatContext, useChat, useClient, useSession } from '../../stores/client.ts';
import { onboardingKey } from '../../stores/onboarding/suggested-prompts.ts';
import { readStored } from '../../stores/storage/stored-json.ts';
import { openChat } from '../../stores/chat/open-chat.ts';
import { followSignOut } from '../../stores/session/follow-sign-out.ts';
import { ChatScreen } from '../chat/chat-screen.tsx';
import { renderPage } from '../page-parts.tsx';
import type { PageProps } from '../page-props.ts';
import { useForgetCurrent } from '../chat/use-current-conversation.ts';
import { usePageTitle } from '../use-page-title.ts';

const ShellCommands = lazyPart('shell', async () => (await import('../chat/shell-commands.tsx')).ShellCommands);
/** Runs in the background, so a chunk that fails to load shows nothing. */
const SignedInEffects = lazyPart(
  'signed-in-effects',
  async () => (await import('../chat/signed-in-effects.tsx')).SignedInEffects,
  () => null,
);

/** Milliseconds without a running reply after which the background tasks load: the chat comes first. */
const QUIET = 1000;
/** Milliseconds for which a new user's chat waits for the onboarding. */
const ONBOARDING_PATIENCE = 4000;
/** Milliseconds after which they load in any case. */
const AT_MOST = 10_000;

/** The running chat, and every page that a signed-in user opens inside it. */
export function Page({ onAuthenticate }: PageProps<'chat'>) {
  const { shell } = useClient().platform;
  const [search] = useState(openChatAfterPayment);
  const hasEntered = useSession((session) => session.enteredAt !== null);
  const [isHeld, release] = useHeldForOnboarding();
  return (
    <ChatProvider>
      <div inert={isHeld}>
        <RoutedPage onAuthenticate={onAuthenticate} />
      </div>
      <Afterwards isWanted={search !== '' || hasEntered || isHeld}>
        <SignedInEffects search={search} onSettled={release} />
      </Afterwards>
      <Suspense>{shell && <ShellCommands shell={shell} />}</Suspense>
    </ChatProvider>
  );
}

/**
 * Whether the chat waits for the onboarding, which would otherwise open over a user who has begun to type: for a new
 * account, and for one that was seen here with its onboarding open. The second value ends the wait.
 */
function useHeldForOnboarding(): [isHeld: boolean, release: () => void] {
  const { platform, session } = useClient();
  const [isHeld, setHeld] = useState(() => {
    const { user, isNewAccount } = session.getState();
    if (!user || !isCounted(user)) return false;
    return isNewAccount || readStored(platform.storage, onboardingKey(user._id)).hasSeen === false;
  });
  const release = useCallback(() => setHeld(false), []);
  const isOverdue = useDelayed(isHeld, ONBOARDING_PATIENCE);
  return [isHeld && !isOverdue, release];
}

/**
 * Returns the query with which the client was opened. After a payment the chat replaces the page that the checkout
 * returned to, so that the celebration plays over it.
 */
function openChatAfterPayment(): string {
  const { pathname, search } = location;
  const isPaid = new URLSearchParams(search).get('payment_success') === 'true';
  if (isPaid && pageAt(pathname, 'signed-in').id === 'payment-success') {
    history.replaceState(history.state, '', `/${search}`);
  }
  return search;
}

/** Renders its children when the chat is idle, or at once after a payment or a sign-in. */
function Afterwards({ isWanted, children }: { isWanted: boolean; children: ReactNode }) {
  const [isDue, setDue] = useState(isWanted);
  const isQuiet = useChat(({ threads }) => Object.values(threads).every(({ reply }) => !reply));
  const wasQuiet = useDelayed(isQuiet, QUIET);
  const isOverdue = useDelayed(true, AT_MOST);
  if (!isDue && (wasQuiet || isOverdue)) setDue(true);
  return <Suspense>{isDue && children}</Suspense>;
}

function RoutedPage({ onAuthenticate }: Pick<PageProps, 'onAuthenticate'>) {
  const address = usePathname();
  useOpenThread(conversationIdAt(address));
  const inMemory = useChat(({ threads }) => threads[conversationIdAt(address) ?? '']?.status === 'ready');
  // The previous page stays until the next one has loaded. A conversation in memory has nothing to wait for.
  const loaded = useDeferredValue(address);
  const path = inMemory ? address : loaded;
  const isStaff = useSession(({ user }) => user?.isAdmin || user?.isSupport);
  const page = pageAt(path, isStaff ? 'admin' : 'signed-in');
  usePageTitle(page.title);
  if (page.chunk === 'chat') return <ChatScreen path={path} onAuthenticate={onAuthenticate} />;
  return renderPage(page.chunk, { page: page.id, onAuthenticate, onLeave: navigate });
}

/** Loads the conversation of the address while the page that shows it is still being rendered. */
function useOpenThread(id: string | undefined): void {
  const signedIn = useSession((session) => session.status === 'signed-in');
  const openThread = useChat((chat) => chat.openThread);
  useEffect(() => {
    if (signedIn && id !== undefined) void openThread(id);
  }, [signedIn, id, openThread]);
}

/** Creates the chat's store, and renders nothing until the store knows its user. */
function ChatProvider({ children }: { children: ReactNode }) {
  const { platform, ...stores } = useClient();
  const { connection, session } = stores;
  const [{ chat, follow }] = useState(() => openChat(stores, platform));
  const [isFollowing, setFollowing] = useState(false);
  useForgetCurrent();
  // Before the first paint, which would be empty.
  useLayoutEffect(() => {
    const leave = follow();
    setFollowing(true);
    return leave;
  }, [follow]);
  useEffect(() => followSignOut(session), [session]);
  useEffect(() => {
    const wake = () => chat.getState().wake();
    const onVisibility = () => document.visibilityState === 'visible' && wake();
    const listening = new AbortController();
    const options = { signal: listening.signal };
    document.addEventListener('visibilitychange', onVisibility, options);
    for (const event of ['online', 'focus', 'pageshow']) addEventListener(event, wake, options);
    return () => listening.abort();
  }, [chat]);
  useEffect(
    () =>
      connection.subscribe((now, before) => {
        if (now.reach === 'reached' && before.reach !== 'reached') chat.getState().wake();
      }),
    [connection, chat],
  );
  return <ChatContext value={chat}>{isFollowing && children}</ChatContext>;
}
