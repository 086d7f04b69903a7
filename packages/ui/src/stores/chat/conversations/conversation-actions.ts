import type * as Offline from '../../offline/offline.chunk.ts';
import { forgetDeleted, type ChatContext } from '../chat-context.ts';
import { SIGNED_OUT } from '../chat-workspace.ts';
import type { RunLazily } from '../run-lazily.ts';

/** The actions that change a whole conversation. */
export function createConversationActions(
  ctx: ChatContext,
  runLazily: RunLazily,
  loadOffline: () => Promise<typeof Offline>,
) {
  return {
    /** Deletes a conversation; `undoDelete` restores it until `forgetDeleted` is called. */
    async deleteConversation(conversationId: string): Promise<void> {
      // The chunk was loaded to queue the message.
      if (ctx.get().queued[conversationId]) (await loadOffline().catch(() => null))?.unqueueAll(ctx, conversationId);
      await runLazily('delete-failed', conversationId, ({ deleteConversation }) =>
        deleteConversation(ctx, conversationId),
      );
    },
    undoDelete: (): Promise<void> => runLazily('change-failed', SIGNED_OUT, ({ undoDelete }) => undoDelete(ctx)),
    forgetDeleted: (): void => forgetDeleted(ctx),
    /** Ignores blank titles. */
    rename: (conversationId: string, title: string): Promise<void> =>
      runLazily('change-failed', conversationId, ({ renameConversation }) =>
        renameConversation(ctx, conversationId, title),
      ),
    setPinned: (conversationId: string, pinned: boolean): Promise<void> =>
      runLazily('change-failed', conversationId, ({ setPinned }) => setPinned(ctx, conversationId, pinned)),
    /** Copies a conversation up to the message under this key. Resolves to the copy's id; null when it failed. */
    branch: async (conversationId: string, messageId: string): Promise<string | null> =>
      (await runLazily('change-failed', conversationId, ({ branchConversation }) =>
        branchConversation(ctx, conversationId, messageId),
      )) ?? null,
    /** Moves a conversation into a project, or out of its own with null. */
    moveToProject: (conversationId: string, projectId: string | null): Promise<void> =>
      runLazily('change-failed', conversationId, ({ moveToProject }) => moveToProject(ctx, conversationId, projectId)),
    setArchived: (conversationId: string, archived: boolean): Promise<void> =>
      runLazily('change-failed', conversationId, ({ setArchived }) => setArchived(ctx, conversationId, archived)),
  };
}
