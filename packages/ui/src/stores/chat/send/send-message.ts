import { DEFAULT_TITLE, newUserMessage, titleFromText, type Attachment } from '@parley/core';
import { postMessage, emptyReply } from './post-message.ts';
import {
  bumpRevision,
  moveByTime,
  patchThread,
  placeConversation,
  putMessages,
  removeConversation,
  setDraft,
  CONVERSATION_LIST,
  type ChatContext,
} from '../chat-context.ts';
import type { ConversationSummary } from '../chat-state.ts';
import { removeSent } from '../attachments/draft-attachments.ts';
import { isSame, type OutboxEntry } from './outbox.ts';
import { imageToEdit } from './image-to-edit.ts';
import { detachReply } from '../stream/reply-stream-binding.ts';
import { isServerRejection } from './send-outcome.ts';

/**
 * Sends a question with what is ready in the box; what could not be uploaded stays there. It and an empty reply are on
 * screen at once, under keys they keep. Until the server has it, it lives in the outbox; when it is refused, text and
 * files are back in the box and nothing else of it is left.
 */
export async function sendMessage(ctx: ChatContext, conversationId: string, typed: string): Promise<void> {
  const ready = readyToSend(ctx, conversationId, typed);
  if (!ready) return;
  const entry = newEntry(ctx, conversationId, ready.text, ready.files);
  ctx.workspace.outbox.put(entry);
  setDraft(ctx, conversationId, '');
  removeSent(ctx, conversationId, ready.files);
  await sendEntry(ctx, entry);
}

/** What would be sent now; null where nothing can be. */
export function readyToSend(
  ctx: ChatContext,
  conversationId: string,
  typed: string,
): { text: string; files: Attachment[] } | null {
  const { threads, attachments } = ctx.get();
  const thread = threads[conversationId];
  const text = typed.trim();
  const inBox = attachments[conversationId] ?? [];
  const files = inBox.flatMap(({ attachment }) => attachment ?? []);
  const isUploading = inBox.some(({ status }) => status === 'uploading');
  const isEmpty = text === '' && files.length === 0;
  if (isEmpty || isUploading || thread?.status !== 'ready') return null;
  return thread.reply || ctx.workspace.pendingRequests.has(conversationId) ? null : { text, files };
}

/**
 * Puts a question and an empty reply on screen and sends it. With `onKept` it is kept elsewhere until the server has it,
 * and that is called where the server has not taken it.
 */
export async function sendEntry(
  ctx: ChatContext,
  entry: OutboxEntry,
  onKept?: (error: unknown) => void,
): Promise<void> {
  const { workspace } = ctx;
  const { conversationId, text, mode, attachments: files } = entry;
  const { threads, conversations } = ctx.get();
  // From here on the server may know it, whether or not its answer arrives.
  const isNew = workspace.localOnlyIds.delete(conversationId);
  const questionKey = ctx.newId();
  const replyKey = ctx.newId();
  const asked = newUserMessage(
    text,
    { id: questionKey, now: ctx.now(), mode },
    { attachments: files.map((file) => withPreview(ctx, file)), previousImageUrl: entry.previousImageUrl },
  );
  const before = conversations.find(({ id }) => id === conversationId);
  putMessages(ctx, { [questionKey]: asked, [replyKey]: emptyReply(replyKey, asked) });
  patchThread(ctx, conversationId, {
    messageIds: [...(threads[conversationId]?.messageIds ?? []), questionKey, replyKey],
  });
  placeConversation(
    ctx,
    summaryOf(ctx, conversationId, { text, mode, attachments: files, timestamp: asked.timestamp }),
  );
  bumpRevision(ctx, conversationId, CONVERSATION_LIST);

  await postMessage(ctx, entry, {
    questionKey,
    replyKey,
    takeBack() {
      workspace.pendingRequests.delete(conversationId);
      detachReply(ctx, conversationId);
      const messageIds = ctx.get().threads[conversationId]?.messageIds ?? [];
      patchThread(ctx, conversationId, {
        messageIds: messageIds.filter((key) => ![questionKey, replyKey].includes(key)),
      });
      if (before) moveByTime(ctx, conversationId, { updatedAt: before.updatedAt, lastText: before.lastText });
      else removeConversation(ctx, conversationId);
      bumpRevision(ctx, conversationId, CONVERSATION_LIST);
    },
    onRefused(error) {
      if (isNew && isServerRejection(error)) workspace.localOnlyIds.add(conversationId);
    },
    ...(onKept && { onKept }),
  });
}

/** A conversation in the list, as it is with this question at its end: first of all, also where this machine's clock is late. */
export function summaryOf(
  ctx: ChatContext,
  conversationId: string,
  { text, mode, attachments, timestamp }: Pick<OutboxEntry, 'text' | 'mode' | 'attachments'> & { timestamp: string },
): ConversationSummary {
  const { conversations } = ctx.get();
  const before = conversations.find(({ id }) => id === conversationId);
  const newest = conversations[0]?.updatedAt ?? '';
  const title = text === '' ? (attachments[0]?.name ?? DEFAULT_TITLE) : titleFromText(text);
  if (!before) ctx.workspace.provisionalTitles.set(conversationId, title);
  return {
    ...(before ?? {
      id: conversationId,
      title,
      webSearchEnabled: false,
      thinkingModeEnabled: mode === 'thinking',
      pinned: false,
      archived: false,
    }),
    updatedAt: newest > timestamp ? newest : timestamp,
    lastText: text,
  };
}

/** The same question, asked again after its answer was lost, keeps its id, so that the server takes it once. */
export function newEntry(
  ctx: ChatContext,
  conversationId: string,
  text: string,
  attachments: Attachment[],
): OutboxEntry {
  const { threads, messages, mode } = ctx.get();
  const last = threads[conversationId]?.messageIds.at(-1);
  const hasPicture = attachments.some(({ kind }) => kind === 'image');
  const entry: OutboxEntry = {
    clientMessageId: ctx.newId(),
    conversationId,
    text,
    mode,
    attachments,
    // A picture that comes with the question is the one to be changed.
    previousImageUrl: mode === 'image' && !hasPicture ? imageToEdit(ctx.get(), conversationId) : null,
    edits: null,
    after: last === undefined ? null : (messages[last]?.id ?? null),
    status: 'sending',
    wasLost: false,
  };
  const lost = ctx.workspace.outbox.get(conversationId);
  return lost && isSame(lost, entry) ? { ...lost, status: 'sending', wasLost: true } : entry;
}

/** Shows a picture from this machine rather than loading it back. */
function withPreview({ workspace }: ChatContext, file: Attachment): Attachment {
  return { ...file, url: workspace.previews.get(file.id) ?? file.url };
}
