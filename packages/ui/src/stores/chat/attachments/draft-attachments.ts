import type { Attachment } from '@parley/core';
import type { ChatContext } from '../chat-context.ts';
import type { ChatWorkspace } from '../chat-workspace.ts';
import type { DraftAttachment } from '../chat-state.ts';
import { readStored, writeStored, type KeyValueStorage } from '../../storage/stored-json.ts';
import { readAttachmentList } from './read-attachment-list.ts';

/** Unsent attachments by conversation id. */
type DraftAttachments = Record<string, DraftAttachment[]>;

/** An uploaded file as a draft attachment. */
function toDraft({ previews }: ChatWorkspace['uploads'], attachment: Attachment): DraftAttachment {
  const { id, name, kind, size, url } = attachment;
  const previewUrl = kind === 'image' ? (previews.get(id) ?? url) : null;
  return {
    key: id,
    name,
    kind,
    size,
    status: 'ready',
    progress: 1,
    error: null,
    canRetry: false,
    attachment,
    previewUrl,
  };
}

/** Reads the attachments that an earlier visit left in the composers. */
export function readAttachments(storage: KeyValueStorage, { storageKeys, uploads }: ChatWorkspace): DraftAttachments {
  const drafts: DraftAttachments = {};
  for (const [id, value] of Object.entries(readStored(storage, storageKeys.attachments))) {
    const attachments = readAttachmentList(value).map((attachment) => toDraft(uploads, attachment));
    if (attachments.length > 0) drafts[id] = attachments;
  }
  return drafts;
}

/**
 * Sets the attachments of one composer. Stores those that are uploaded, and leaves those of other composers as another
 * tab may have stored them.
 */
export function setAttachments(ctx: ChatContext, conversationId: string, attachments: DraftAttachment[]): void {
  const { [conversationId]: _had, ...others } = ctx.get().attachments;
  ctx.set({ attachments: attachments.length > 0 ? { ...others, [conversationId]: attachments } : others });
  const { [conversationId]: _stored, ...rest } = readStored(ctx.storage, ctx.workspace.storageKeys.attachments);
  const ready = attachments.flatMap(({ attachment }) => attachment ?? []);
  writeStored(
    ctx.storage,
    ctx.workspace.storageKeys.attachments,
    ready.length > 0 ? { ...rest, [conversationId]: ready } : rest,
  );
}

export function patchAttachment(
  ctx: ChatContext,
  conversationId: string,
  key: string,
  change: Partial<DraftAttachment>,
): void {
  const { attachments } = ctx.get();
  const changed = attachments[conversationId]?.map((item) => (item.key === key ? { ...item, ...change } : item));
  if (!changed) return;
  if ('attachment' in change) setAttachments(ctx, conversationId, changed);
  else ctx.set({ attachments: { ...attachments, [conversationId]: changed } });
}

/** Removes attachments from the composer that were sent with a message. */
export function removeSent(ctx: ChatContext, conversationId: string, sent: Attachment[]): void {
  const current = ctx.get().attachments[conversationId];
  if (sent.length === 0 || !current) return;
  const ids = new Set(sent.map(({ id }) => id));
  setAttachments(
    ctx,
    conversationId,
    current.filter(({ attachment }) => !attachment || !ids.has(attachment.id)),
  );
}

/** Restores attachments to the composer, before those that were added since. */
export function restoreAttachments(ctx: ChatContext, conversationId: string, attachments: Attachment[]): void {
  if (attachments.length === 0) return;
  const since = ctx.get().attachments[conversationId] ?? [];
  const there = new Set(since.map(({ attachment }) => attachment?.id));
  const back = attachments
    .filter(({ id }) => !there.has(id))
    .map((attachment) => toDraft(ctx.workspace.uploads, attachment));
  setAttachments(ctx, conversationId, [...back, ...since]);
}

/** Revokes the object URLs of all previews. */
export function forgetPreviews(ctx: ChatContext): void {
  const inBoxes = Object.values(ctx.get().attachments).flat();
  const urls = [...ctx.workspace.uploads.previews.values(), ...inBoxes.flatMap(({ previewUrl }) => previewUrl ?? [])];
  for (const url of urls) if (url.startsWith('blob:')) URL.revokeObjectURL(url);
  ctx.workspace.uploads.previews.clear();
}
