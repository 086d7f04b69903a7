import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { Platform } from '../platform.ts';
import type { ChatState } from './chat/chat-state.ts';
import type { ChatActions } from './chat/chat-actions.ts';
import type { ChatStore } from './chat/chat-store.ts';
import type { ConnectionState } from './connection/connection-store.ts';
import type { Stores } from './create-stores.ts';
import type { PreferencesActions, PreferencesState } from './preferences/preferences-store.ts';
import type { SessionActions, SessionState } from './session/session-store.ts';

/** Shared by all pages of one running client. */
export interface Client extends Stores {
  platform: Platform;
}

export const ClientContext = createContext<Client | null>(null);
export const ChatContext = createContext<ChatStore | null>(null);

export function useClient(): Client {
  const client = use(ClientContext);
  if (!client) throw new Error('No client above this component');
  return client;
}

export function useSession<T>(select: (session: SessionState & SessionActions) => T): T {
  return useStore(useClient().session, select);
}

export function useReach(): ConnectionState['reach'] {
  return useStore(useClient().connection, ({ reach }) => reach);
}

export function useIsIncompatible(): boolean {
  return useStore(useClient().connection, ({ isIncompatible }) => isIncompatible);
}

export function usePreferences<T>(select: (preferences: PreferencesState & PreferencesActions) => T): T {
  return useStore(useClient().preferences, select);
}

export function useChatStore(): ChatStore {
  const chat = use(ChatContext);
  if (!chat) throw new Error('No chat above this component');
  return chat;
}

export function useChat<T>(select: (chat: ChatState & ChatActions) => T): T {
  return useStore(useChatStore(), select);
}

/**
 * What never changes in a chat, without a subscription: those of a long conversation's rows would be asked at each key
 * and each piece of a reply.
 */
export function useFixedChat(): ChatActions & Pick<ChatState, 'isTemporary'> {
  return useChatStore().getState();
}
