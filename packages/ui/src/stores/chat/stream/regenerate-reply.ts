import { hasAnswer } from '@parley/core';
import { emptyReply } from '../send/post-message.ts';
import { bump, patchThread, putMessages, revision, type ChatContext } from '../chat-context.ts';
import { countMessage, USAGE } from '../usage/refresh-usage.ts';
import { adoptIds, letGo, runReply } from './reply-stream-binding.ts';
import { isDefinite, tellRefused } from '../send/send-outcome.ts';
import { stopIfAsked } from './stop-reply.ts';

/** Answers a question again. A new reply takes the old one's place at once; when it is refused, the old one is back. */
export async function retryReply(ctx: ChatContext, conversationId: string, key: string): Promise<void> {
  const { session } = ctx;
  const { threads, messages, mode } = ctx.get();
  const thread = threads[conversationId];
  const old = messages[key];
  const index = thread?.messageIds.indexOf(key) ?? -1;
  if (!thread || !old || old.isUser || index === -1 || thread.reply || session.pending.has(conversationId)) return;

  // An attempt whose answer was lost may have been accepted; the same id keeps it from counting twice.
  const clientMessageId = session.retries.get(old.id) ?? ctx.newId();
  session.retries.set(old.id, clientMessageId);
  const replyKey = ctx.newId();
  const answeredIn = old.mode ?? mode;
  const counted = revision(ctx, USAGE);
  const timestamp = new Date(ctx.now()).toISOString();
  putMessages(ctx, { [replyKey]: emptyReply(replyKey, { timestamp, mode: answeredIn }) });
  patchThread(ctx, conversationId, { messageIds: [...thread.messageIds.slice(0, index), replyKey] });
  bump(ctx, conversationId);

  const takeBack = (): void => {
    session.pending.delete(conversationId);
    letGo(ctx, conversationId);
    // Older messages may have been loaded meanwhile; only what the new reply replaced comes back.
    const messageIds = ctx.get().threads[conversationId]?.messageIds ?? [];
    const kept = messageIds.slice(0, Math.max(0, messageIds.indexOf(replyKey)));
    patchThread(ctx, conversationId, { messageIds: [...kept, ...thread.messageIds.slice(index)] });
    bump(ctx, conversationId);
  };

  await new Promise<void>((resolve) => {
    session.pending.set(conversationId, () => {
      takeBack();
      resolve();
    });
    runReply(ctx, conversationId, replyKey, {
      // A version without an answer is none.
      earlier: (old.versionIds ?? [old.id]).filter((id) => id !== old.id || hasAnswer(old)),
      open: (handlers) =>
        ctx.api.streamChat(
          {
            conversationId,
            isRegeneration: true,
            originalMessageId: old.id,
            selectedTool: answeredIn,
            clientMessageId,
          },
          handlers,
        ),
      onAccepted: ({ assistantMessageId, generationId }) => {
        session.pending.delete(conversationId);
        session.retries.delete(old.id);
        countMessage(ctx, counted);
        adoptIds(ctx, conversationId, [{ key: replyKey, id: assistantMessageId }], generationId);
        stopIfAsked(ctx, conversationId);
        resolve();
      },
      onRepeat: () => {
        takeBack();
        session.retries.delete(old.id);
        void ctx.reload(conversationId);
        resolve();
      },
      onRefused: (error) => {
        takeBack();
        if (isDefinite(error)) session.retries.delete(old.id);
        if (tellRefused(ctx, conversationId, error, 'retry-failed')) void ctx.reload(conversationId);
        resolve();
      },
    });
  });
}
