import type { ChatContext } from '../chat-context.ts';

/** Whether the next picture of a conversation is drawn anew although there is one that could be changed. */
export function setStartsNewImage(ctx: ChatContext, conversationId: string, startsNewImage: boolean): void {
  const { [conversationId]: had, ...others } = ctx.get().startsNewImage;
  if (Boolean(had) !== startsNewImage)
    ctx.set({ startsNewImage: startsNewImage ? { ...others, [conversationId]: true } : others });
}
