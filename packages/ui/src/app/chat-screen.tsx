import { lazy, useEffect } from 'react';
import { useMatch } from 'react-router-dom';
import type { AuthMode } from '../features/session/auth-dialog.tsx';
import { useChat, useClient, useSession } from '../stores/client.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { loadChat } from './preload.ts';
import { useCurrentConversation } from './use-current-conversation.ts';

const ChatPage = lazy(async () => ({ default: (await loadChat()).ChatPage }));

interface ChatScreenProps {
  onAuthenticate: (mode: AuthMode) => void;
}

export function ChatScreen({ onAuthenticate }: ChatScreenProps) {
  const { productName } = useClient().platform.settings;
  const shown = useCurrentConversation(useMatch('/c/:conversationId')?.params.conversationId);
  const signedIn = useSession((session) => session.status === 'signed-in');
  const openThread = useChat((chat) => chat.openThread);
  useEffect(() => {
    if (signedIn && shown !== null) void openThread(shown);
  }, [signedIn, shown, openThread]);
  if (shown === null) return <LoadingScreen productName={productName} />;
  return <ChatPage conversationId={shown} onAuthenticate={onAuthenticate} />;
}
