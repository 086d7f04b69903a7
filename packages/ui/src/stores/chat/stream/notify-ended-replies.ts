import { DEFAULT_TITLE, shownTitle } from '@parley/core';
import { readableSnippet } from '../../../kit/text/readable-snippet.ts';
import type { Shell } from '../../../platform.ts';
import type { ChatState } from '../chat-state.ts';
import type { ChatStore } from '../chat-store.ts';

/** Maximum characters of a notification. */
const LONGEST = 300;

/** Notifies the shell of every reply that ends here, except stopped ones. Returns a function that ends it. */
export function notifyEndedReplies(chat: ChatStore, { replyEnded }: Pick<Shell, 'replyEnded'>): () => void {
  return chat.subscribe((now, before) => {
    if (now.threads === before.threads) return;
    for (const [id, { reply }] of Object.entries(before.threads)) {
      if (!reply || !now.threads[id] || now.threads[id].reply !== null) continue;
      const text = endOf(now, reply.messageId);
      if (text === null) continue;
      const title = now.conversations.find((conversation) => conversation.id === id)?.title ?? DEFAULT_TITLE;
      replyEnded({ conversationId: id, title: shownTitle(title).slice(0, LONGEST), text: text.slice(0, LONGEST) });
    }
  });
}

function endOf({ messages }: ChatState, key: string): string | null {
  const message = messages[key];
  if (message?.status === 'complete') {
    // With enough behind the end for the marks that are left out.
    return readableSnippet({ text: message.text.trim().slice(0, 2 * LONGEST), marks: [] }).text;
  }
  return message?.status === 'failed' || message?.status === 'interrupted' ? (message.error ?? '') : null;
}
