import type { ChatContext } from '../chat-context.ts';
import { loadHistory, loadMoreHistory } from '../conversations/load-history.ts';
import { loadThread } from './load-thread.ts';

/**
 * Reloads the list of conversations, or its next page, if it failed to load, and the conversations that may differ from
 * the server's: an answer of the server was lost, or a reply is marked as running without a stream.
 */
export function reloadFailed(ctx: ChatContext): void {
  const { get, set, workspace } = ctx;
  const { threads, messages, historyStatus, nextBefore } = get();
  if (historyStatus === 'failed' && nextBefore === null) void loadHistory(ctx);
  if (historyStatus === 'failed' && nextBefore !== null) {
    set({ historyStatus: 'ready' });
    void loadMoreHistory(ctx);
  }
  const failed = workspace.outgoing.queue.unconfirmed().filter(({ status }) => status === 'failed');
  const orphaned = Object.entries(threads).filter(([, thread]) => {
    const last = thread.messageIds.at(-1);
    return (
      thread.status === 'failed' || (!thread.reply && last !== undefined && messages[last]?.status === 'streaming')
    );
  });
  const unread = [...workspace.threads.cached].filter(([, isFailed]) => isFailed).map(([id]) => id);
  const ids = [...failed.map(({ conversationId }) => conversationId), ...orphaned.map(([id]) => id), ...unread];
  for (const id of new Set(ids)) void loadThread(ctx, id);
}
