import { useCallback, useSyncExternalStore } from 'react';
import type { Message } from '@parley/core';
import type { ChatState } from './chat-state.ts';
import type { ChatStore } from './chat-store.ts';
import { useChatStore } from '../client.ts';

type Watchers = Map<string, Set<() => void>>;

const watchersOf = new WeakMap<ChatStore, Watchers>();

/**
 * Subscribes to the message under this key of `ChatState.messages`. Renders only changed messages: while a reply
 * streams or the user types, a long conversation costs no more than a short one.
 */
export function useMessage(key: string): Message | undefined {
  const chat = useChatStore();
  const subscribe = useCallback((onChange: () => void) => watch(chat, key, onChange), [chat, key]);
  return useSyncExternalStore(subscribe, () => chat.getState().messages[key]);
}

function watch(chat: ChatStore, key: string, onChange: () => void): () => void {
  const watchers = watchersOf.get(chat) ?? begin(chat);
  const ofKey = watchers.get(key) ?? new Set();
  watchers.set(key, ofKey.add(onChange));
  return () => {
    ofKey.delete(onChange);
    if (ofKey.size === 0) watchers.delete(key);
  };
}

/** Subscribes once for all messages, for the lifetime of the store. */
function begin(chat: ChatStore): Watchers {
  const watchers: Watchers = new Map();
  watchersOf.set(chat, watchers);
  chat.subscribe(({ messages: now }: ChatState, { messages: before }: ChatState) => {
    if (now === before) return;
    for (const [key, ofKey] of watchers) if (now[key] !== before[key]) for (const onChange of ofKey) onChange();
  });
  return watchers;
}
