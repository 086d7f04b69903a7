import type { ChatContext } from '../chat-context.ts';

/** Whether the next picture of a conversation is drawn anew although there is one that could be changed. */
export function setDrawsAnew(ctx: ChatContext, conversationId: string, drawsAnew: boolean): void {
  const { [conversationId]: had, ...others } = ctx.get().drawsAnew;
  if (Boolean(had) !== drawsAnew) ctx.set({ drawsAnew: drawsAnew ? { ...others, [conversationId]: true } : others });
}
