import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { useMatch, useNavigate } from 'react-router-dom';
import { ChatPage } from '../../features/chat/chat-page.tsx';
import { useChat, useClient, useSession } from '../../stores/client.ts';
import { LoadingScreen } from '../fallbacks/loading-screen.tsx';
import { useCurrentConversation } from './use-current-conversation.ts';
import type { Authenticate } from '../authenticate.ts';

const SettingsDialog = lazyPart(
  'settings',
  async () => (await import('../../features/settings/settings-dialog.tsx')).SettingsDialog,
);

export function ChatScreen({ onAuthenticate }: { onAuthenticate: Authenticate }) {
  const { productName } = useClient().platform.settings;
  const shown = useCurrentConversation(useMatch('/c/:conversationId')?.params.conversationId);
  const signedIn = useSession((session) => session.status === 'signed-in');
  const openThread = useChat((chat) => chat.openThread);
  useEffect(() => {
    if (signedIn && shown !== null) void openThread(shown);
  }, [signedIn, shown, openThread]);
  const navigate = useNavigate();
  const [hasSettings, setSettings] = useState(false);
  const upgrade = () => void navigate('/pricing');
  if (shown === null) return <LoadingScreen productName={productName} />;
  return (
    <>
      <ChatPage
        conversationId={shown}
        onAuthenticate={onAuthenticate}
        onSettings={() => setSettings(true)}
        onUpgrade={upgrade}
      />
      <Suspense>{hasSettings && <SettingsDialog onUpgrade={upgrade} onClose={() => setSettings(false)} />}</Suspense>
    </>
  );
}
