import {
  bumpRevision,
  runLater,
  patchConversation,
  revision,
  CONVERSATION_LIST,
  type ChatContext,
} from '../chat-context.ts';

/** Milliseconds after a reply by which the model has usually named its conversation. */
const NAMED_AFTER = 5000;

/**
 * Applies a title that came with a reply, unless the user named the conversation. A stream that is read again may bring
 * an old title; then the current one is fetched.
 */
export function applyTitle(ctx: ChatContext, conversationId: string, title: string): void {
  const { renamed, provisionalTitles } = ctx.workspace.conversations;
  if (renamed.has(conversationId)) return;
  if (!provisionalTitles.has(conversationId)) {
    fetchTitle(ctx, conversationId);
    return;
  }
  if (provisionalTitles.get(conversationId) !== title) provisionalTitles.delete(conversationId);
  patchConversation(ctx, conversationId, { title });
  bumpRevision(ctx, conversationId, CONVERSATION_LIST);
}

function fetchTitle(ctx: ChatContext, conversationId: string): void {
  const { workspace } = ctx;
  const revisionBefore = revision(ctx, conversationId);
  ctx.api.conversation(conversationId, { limit: 1 }).then(
    ({ conversation: { title } }) => {
      const isLatest = workspace === ctx.workspace && revisionBefore === revision(ctx, conversationId);
      if (!isLatest || workspace.conversations.renamed.has(conversationId)) return;
      patchConversation(ctx, conversationId, { title });
      bumpRevision(ctx, conversationId, CONVERSATION_LIST);
    },
    () => {
      // The next load of the history has it.
    },
  );
}

/** Schedules one fetch of the title if it still consists of first words when the first reply ends. */
export function scheduleTitleFetch(ctx: ChatContext, conversationId: string): void {
  if (!ctx.workspace.conversations.provisionalTitles.delete(conversationId)) return;
  runLater(ctx, NAMED_AFTER, () => fetchTitle(ctx, conversationId));
}
