import { useEffect, useState, type ReactNode } from 'react';
import { BrowserRouter, useRoutes } from 'react-router-dom';
import { ChatContext, useClient } from '../stores/client.ts';
import { openChat } from '../stores/open-chat.ts';
import { Subscription } from './subscription.tsx';
import { routes } from './routes.tsx';
import { useForgetCurrent } from './use-current-conversation.ts';
import type { Authenticate } from './authenticate.ts';

/** Everything behind the landing page. */
export function Pages({ onAuthenticate }: { onAuthenticate: Authenticate }) {
  return (
    <ChatProvider>
      <BrowserRouter>
        <Page onAuthenticate={onAuthenticate} />
      </BrowserRouter>
      <Subscription />
    </ChatProvider>
  );
}

function Page({ onAuthenticate }: { onAuthenticate: Authenticate }) {
  return useRoutes(routes(onAuthenticate));
}

/** Makes the chat's store, and shows nothing before it knows whose chat it is. */
function ChatProvider({ children }: { children: ReactNode }) {
  const { platform, ...stores } = useClient();
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
  return <ChatContext value={chat}>{isFollowing && children}</ChatContext>;
}
