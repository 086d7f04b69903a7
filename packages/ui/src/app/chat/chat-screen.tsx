import { conversationIdAt } from '@parley/core';
import { memo, Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { navigate } from '../../kit/overlays/navigate.ts';
import { ChatPage } from '../../features/chat/chat-page.tsx';
import { useChat, useClient, useSession } from '../../stores/client.ts';
import { LoadingScreen } from '../fallbacks/loading-screen.tsx';
import { useCurrentConversation } from './use-current-conversation.ts';
import type { Authenticate } from '../authenticate.ts';

const SettingsDialog = lazyPart(
  'settings',
  async () => (await import('../../features/settings/settings-dialog.tsx')).SettingsDialog,
);

interface ChatScreenProps {
  path: string;
  onAuthenticate: Authenticate;
}

/** The chat. Memoized: an address is rendered twice, first beside the page before it. */
export const ChatScreen = memo(function ChatScreen({ path, onAuthenticate }: ChatScreenProps) {
  const { productName } = useClient().platform.settings;
  const inAddress = conversationIdAt(path);
  const shown = useCurrentConversation(inAddress);
  const signedIn = useSession((session) => session.status === 'signed-in');
  const openThread = useChat((chat) => chat.openThread);
  useEffect(() => {
    // One that the address names is opened as soon as the address changes.
    if (signedIn && shown !== null && inAddress === undefined) void openThread(shown);
  }, [signedIn, shown, inAddress, openThread]);
  const [settings, setSettings] = useState<{ selected?: string } | null>(null);
  const upgrade = () => navigate('/pricing');
  if (shown === null) return <LoadingScreen productName={productName} />;
  return (
    <>
      <ChatPage
        conversationId={shown}
        onAuthenticate={onAuthenticate}
        onSettings={() => setSettings({})}
        onSelect={(selected) => setSettings({ selected })}
        onUpgrade={upgrade}
      />
      <Suspense>
        {settings && <SettingsDialog {...settings} onUpgrade={upgrade} onClose={() => setSettings(null)} />}
      </Suspense>
    </>
  );
});
