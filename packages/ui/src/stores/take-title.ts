import { bump, later, patchConversation, THE_LIST, type ChatContext } from './chat-context.ts';

/** Milliseconds after a reply in which the model has named its conversation, as a rule. */
const NAMED_AFTER = 5000;

/** Shows a conversation's new title; one given by hand stays. */
export function takeTitle(ctx: ChatContext, conversationId: string, title: string): void {
  const { renamed, firstWords } = ctx.session;
  if (renamed.has(conversationId)) return;
  if (firstWords.get(conversationId) !== title) firstWords.delete(conversationId);
  patchConversation(ctx, conversationId, { title });
  bump(ctx, conversationId, THE_LIST);
}

/** A conversation that still has its first words as its title when its first reply has ended is asked for its name once, later. */
export function awaitTitle(ctx: ChatContext, conversationId: string): void {
  const { session } = ctx;
  if (!session.firstWords.delete(conversationId)) return;
  later(ctx, NAMED_AFTER, () => {
    ctx.api.conversation(conversationId, { limit: 1 }).then(
      ({ conversation }) => {
        if (session === ctx.session) takeTitle(ctx, conversationId, conversation.title);
      },
      () => {
        // The next reading of the history has it.
      },
    );
  });
}
