import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { BrowserRouter, useRoutes } from 'react-router-dom';
import { lazyPart } from '../kit/lazy-part.tsx';
import { useDelayed } from '../kit/use-delayed.ts';
import type { ChatStore } from '../stores/chat-state.ts';
import { ChatContext, useClient } from '../stores/client.ts';
import { openChat } from '../stores/open-chat.ts';
import { routes } from './routes.tsx';
import { useForgetCurrent } from './use-current-conversation.ts';
import type { Authenticate } from './authenticate.ts';

const ShellCommands = lazyPart('shell', async () => (await import('./shell-commands.tsx')).ShellCommands);
const Subscription = lazyPart('subscription', async () => (await import('./subscription.tsx')).Subscription);

/** Milliseconds after which the subscription is looked at: the chat comes first. */
const SUBSCRIPTION_AFTER = 500;

/** Everything behind the landing page. */
export function Pages({ onAuthenticate }: { onAuthenticate: Authenticate }) {
  const { shell } = useClient().platform;
  const [search] = useState(location.search);
  const isSettled = useDelayed(true, SUBSCRIPTION_AFTER);
  return (
    <ChatProvider>
      <BrowserRouter>
        <Page onAuthenticate={onAuthenticate} />
        <Suspense>{shell && <ShellCommands shell={shell} />}</Suspense>
      </BrowserRouter>
      <Suspense>{isSettled && <Subscription search={search} />}</Suspense>
    </ChatProvider>
  );
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
        if (now.reach === 'reached' && before.reach !== 'reached') mend(chat);
      }),
    [connection, chat],
  );
  return <ChatContext value={chat}>{isFollowing && children}</ChatContext>;
}

/** Takes up what broke with the way to the server, now that it is back. */
function mend(chat: ChatStore): void {
  const { wake, loadHistory, openThread, historyStatus, threads } = chat.getState();
  wake();
  if (historyStatus === 'failed') void loadHistory();
  for (const [id, { status }] of Object.entries(threads)) if (status === 'failed') void openThread(id);
}
