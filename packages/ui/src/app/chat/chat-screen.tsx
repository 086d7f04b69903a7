import { conversationIdAt } from '@parley/core';
import { Suspense, useEffect, useState } from 'react';
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

export function ChatScreen({ path, onAuthenticate }: ChatScreenProps) {
  const { productName } = useClient().platform.settings;
  const shown = useCurrentConversation(conversationIdAt(path));
  const signedIn = useSession((session) => session.status === 'signed-in');
  const openThread = useChat((chat) => chat.openThread);
  useEffect(() => {
    if (signedIn && shown !== null) void openThread(shown);
  }, [signedIn, shown, openThread]);
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
}
