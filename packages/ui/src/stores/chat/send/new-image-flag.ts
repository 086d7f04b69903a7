import type { ChatContext } from '../chat-context.ts';

/** Sets whether the next image of a conversation is a new one instead of an edit of the last one. */
export function setStartsNewImage(ctx: ChatContext, conversationId: string, startsNewImage: boolean): void {
  ctx.set({ startsNewImage: { ...ctx.get().startsNewImage, [conversationId]: startsNewImage } });
}
