import { t } from '@parley/core';
import { useEffect, useState } from 'react';
import { navigate } from '../../kit/overlays/navigate.ts';
import type { ChatState } from '../../stores/chat/chat-state.ts';
import { useChat, useChatStore, useClient, useSession } from '../../stores/client.ts';
import { UNFINISHED_KEY } from '../../stores/dictation/unfinished-key.ts';

const CURRENT_KEY = 'current-conversation';
const GONE = t`That conversation was deleted.`;

/**
 * Returns the id of the conversation to show for an address, or null while that is unknown. Replaces an address that
 * names no conversation, or an unknown or deleted one, with, in this order: the conversation that took over its draft,
 * the current one, the first one. Without any, shows at `/` an unsent draft, an unfinished dictation or an empty
 * conversation.
 */
export function useCurrentConversation(inAddress: string | undefined): string | null {
  const { storage } = useClient().platform;
  const signedIn = useSession((session) => session.status === 'signed-in');
  const isLoading = useChat((chat) => chat.historyStatus === 'loading');
  const isUnknown = useChat(
    ({ threads, deleted }) =>
      inAddress !== undefined && (threads[inAddress]?.status === 'not-found' || deleted?.id === inAddress),
  );
  const movedTo = useChat(({ threads }) => (inAddress !== undefined && threads[inAddress]?.movedTo) || undefined);
  const first = useChat((chat) => chat.conversations.find(({ id, archived }) => id !== inAddress && !archived)?.id);
  const stored = storage.get(CURRENT_KEY);
  const isListed = useChat((chat) => chat.conversations.some(({ id }) => id === stored));
  const chat = useChatStore();
  const [empty, setEmpty] = useState<string | null>(null);

  const current = stored !== null && (isLoading || isListed) ? stored : first;
  const instead = inAddress !== undefined ? (isUnknown ? (movedTo ?? first) : undefined) : current;
  const elsewhere = instead ? `/c/${instead}` : isUnknown ? '/' : null;
  const needsEmpty = signedIn && inAddress === undefined && elsewhere === null && !isLoading;

  useEffect(() => {
    if (signedIn && inAddress !== undefined && !isUnknown) storage.set(CURRENT_KEY, inAddress);
    if (signedIn && isUnknown) storage.remove(CURRENT_KEY);
  }, [signedIn, inAddress, isUnknown, storage]);
  useEffect(() => {
    // Reached through a notification, a link or the history.
    if (signedIn && inAddress !== undefined && chat.getState().threads[inAddress]?.status === 'not-found')
      chat.setState({ notice: { kind: 'change-failed', conversationId: inAddress, text: GONE } });
  }, [signedIn, inAddress, isUnknown, chat]);
  useEffect(() => {
    if (signedIn && elsewhere !== null) navigate(elsewhere, { replace: true });
  }, [signedIn, elsewhere]);
  useEffect(() => {
    if (!needsEmpty) return;
    const state = chat.getState();
    setEmpty(begunBefore(state) ?? storage.get(UNFINISHED_KEY)?.split(' ')[0] ?? state.newConversation());
  }, [needsEmpty, chat, storage]);

  return inAddress ?? empty;
}

/** Without conversations, a draft is left over from an earlier visit. */
function begunBefore({ drafts, attachments }: Pick<ChatState, 'drafts' | 'attachments'>): string | undefined {
  return Object.keys({ ...drafts, ...attachments })[0];
}

/** Navigates to `/` after a sign-out and clears the current conversation for the next user. */
export function useForgetCurrent(): void {
  const { beforeSessionEnds, platform } = useClient();
  useEffect(
    () =>
      beforeSessionEnds((why) => {
        if (why !== 'signed-out') return;
        platform.storage.remove(CURRENT_KEY);
        navigate('/');
      }),
    [beforeSessionEnds, platform],
  );
}
