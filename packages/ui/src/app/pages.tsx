import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { BrowserRouter, useRoutes } from 'react-router-dom';
import { lazyPart } from '../kit/lazy-part.tsx';
import { useDelayed } from '../kit/use-delayed.ts';
import { ChatContext, useChat, useClient } from '../stores/client.ts';
import { openChat } from '../stores/chat/open-chat.ts';
import { routes } from './routes.tsx';
import { useForgetCurrent } from './use-current-conversation.ts';
import type { Authenticate } from './authenticate.ts';

const ShellCommands = lazyPart('shell', async () => (await import('./shell-commands.tsx')).ShellCommands);
/** Nobody asked for it, so that nothing is said where it does not come. */
const Subscription = lazyPart(
  'subscription',
  async () => (await import('./subscription.tsx')).Subscription,
  () => null,
);

/** Milliseconds without a reply being written after which comes what can wait: the chat comes first. */
const QUIET = 1000;
/** Milliseconds after which it comes in any case. */
const AT_MOST = 10_000;

/** Everything behind the landing page. */
export function Pages({ onAuthenticate }: { onAuthenticate: Authenticate }) {
  const { shell } = useClient().platform;
  const [search] = useState(location.search);
  return (
    <ChatProvider>
      <BrowserRouter>
        <Page onAuthenticate={onAuthenticate} />
        <Afterwards isWanted={search !== ''}>
          <Subscription search={search} />
        </Afterwards>
        <Suspense>{shell && <ShellCommands shell={shell} />}</Suspense>
      </BrowserRouter>
    </ChatProvider>
  );
}

/** What can wait, unless it is wanted by whoever comes back from paying. */
function Afterwards({ isWanted, children }: { isWanted: boolean; children: ReactNode }) {
  const [isDue, setDue] = useState(isWanted);
  const isQuiet = useChat(({ threads }) => Object.values(threads).every(({ reply }) => !reply));
  const wasQuiet = useDelayed(isQuiet, QUIET);
  const isOverdue = useDelayed(true, AT_MOST);
  if (!isDue && (wasQuiet || isOverdue)) setDue(true);
  return <Suspense>{isDue && children}</Suspense>;
}

function Page({ onAuthenticate }: { onAuthenticate: Authenticate }) {
  return useRoutes(routes(onAuthenticate));
}

/** Makes the chat's store, and shows nothing before it knows whose chat it is. */
function ChatProvider({ children }: { children: ReactNode }) {
  const { platform, ...stores } = useClient();
  const { connection } = stores;
  const [{ chat, follow }] = useState(() => openChat(stores, platform));
  const [isFollowing, setFollowing] = useState(false);
  useForgetCurrent();
  useEffect(() => {
    const leave = follow();
    setFollowing(true);
    return leave;
  }, [follow]);
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
