import { bump, later, patchConversation, revision, THE_LIST, type ChatContext } from '../chat-context.ts';

/** Milliseconds after a reply in which the model has named its conversation, as a rule. */
const NAMED_AFTER = 5000;

/** Shows a conversation's new title; one given by hand stays. A reply that is read anew may tell of an old one. */
export function takeTitle(ctx: ChatContext, conversationId: string, title: string): void {
  const { renamed, firstWords } = ctx.session;
  if (renamed.has(conversationId)) return;
  if (!firstWords.has(conversationId)) {
    askTitle(ctx, conversationId);
    return;
  }
  if (firstWords.get(conversationId) !== title) firstWords.delete(conversationId);
  patchConversation(ctx, conversationId, { title });
  bump(ctx, conversationId, THE_LIST);
}

function askTitle(ctx: ChatContext, conversationId: string): void {
  const { session } = ctx;
  const asked = revision(ctx, conversationId);
  ctx.api.conversation(conversationId, { limit: 1 }).then(
    ({ conversation: { title } }) => {
      const isLatest = session === ctx.session && asked === revision(ctx, conversationId);
      if (!isLatest || session.renamed.has(conversationId)) return;
      patchConversation(ctx, conversationId, { title });
      bump(ctx, conversationId, THE_LIST);
    },
    () => {
      // The next reading of the history has it.
    },
  );
}

/** A conversation that still has its first words as its title when its first reply has ended is asked for its name once, later. */
export function awaitTitle(ctx: ChatContext, conversationId: string): void {
  if (!ctx.session.firstWords.delete(conversationId)) return;
  later(ctx, NAMED_AFTER, () => askTitle(ctx, conversationId));
}
