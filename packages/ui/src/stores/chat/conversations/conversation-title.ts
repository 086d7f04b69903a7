import {
  bumpRevision,
  runLater,
  patchConversation,
  revision,
  CONVERSATION_LIST,
  type ChatContext,
} from '../chat-context.ts';

/** Milliseconds after a reply in which the model has named its conversation, as a rule. */
const NAMED_AFTER = 5000;

/** Shows a conversation's new title; one given by hand stays. A reply that is read anew may tell of an old one. */
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
  const asked = revision(ctx, conversationId);
  ctx.api.conversation(conversationId, { limit: 1 }).then(
    ({ conversation: { title } }) => {
      const isLatest = workspace === ctx.workspace && asked === revision(ctx, conversationId);
      if (!isLatest || workspace.conversations.renamed.has(conversationId)) return;
      patchConversation(ctx, conversationId, { title });
      bumpRevision(ctx, conversationId, CONVERSATION_LIST);
    },
    () => {
      // The next reading of the history has it.
    },
  );
}

/** A conversation that still has its first words as its title when its first reply has ended is asked for its name once, later. */
export function scheduleTitleFetch(ctx: ChatContext, conversationId: string): void {
  if (!ctx.workspace.conversations.provisionalTitles.delete(conversationId)) return;
  runLater(ctx, NAMED_AFTER, () => fetchTitle(ctx, conversationId));
}
