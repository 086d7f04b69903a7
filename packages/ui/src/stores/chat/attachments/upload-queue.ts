import type { ChatContext } from '../chat-context.ts';
import type { Upload } from '../chat-workspace.ts';
import { patchAttachment, setAttachments } from './draft-attachments.ts';
import { failUpload } from './fail-uploads.ts';

/** Maximum number of concurrent uploads. */
const AT_ONCE = 2;

/** Starts queued uploads up to the limit, in the order they were attached. */
export function uploadNext(ctx: ChatContext): void {
  const uploads = [...ctx.workspace.uploads.files];
  const running = uploads.filter(([, { state }]) => state === 'running').length;
  const waiting = uploads.filter(([, { state }]) => state === 'waiting');
  for (const [key, upload] of waiting.slice(0, Math.max(0, AT_ONCE - running))) void run(ctx, key, upload);
}

async function run(ctx: ChatContext, key: string, upload: Upload): Promise<void> {
  const { workspace } = ctx;
  const { file, controller } = upload;
  const { signal } = controller;
  upload.state = 'running';
  try {
    const attachment = await ctx.api.upload(file, {
      signal,
      onProgress: (progress) => {
        if (!signal.aborted) patchAttachment(ctx, upload.conversationId, key, { progress });
      },
    });
    if (signal.aborted) {
      // It was removed from the composer at the last moment.
      if (workspace === ctx.workspace) forgetUpload(ctx, attachment.id);
      return;
    }
    workspace.uploads.files.delete(key);
    const draft = ctx.get().attachments[upload.conversationId]?.find((item) => item.key === key);
    if (draft?.previewUrl) workspace.uploads.previews.set(attachment.id, draft.previewUrl);
    patchAttachment(ctx, upload.conversationId, key, { status: 'ready', progress: 1, attachment });
  } catch (error) {
    if (!signal.aborted) failUpload(ctx, key, upload, error);
  } finally {
    if (workspace === ctx.workspace) uploadNext(ctx);
  }
}

/** Retries an upload. */
export function retryUpload(ctx: ChatContext, conversationId: string, key: string): void {
  const upload = ctx.workspace.uploads.files.get(key);
  if (upload?.state !== 'failed') return;
  ctx.workspace.uploads.files.set(key, { ...upload, state: 'waiting', controller: new AbortController() });
  patchAttachment(ctx, conversationId, key, { status: 'uploading', progress: 0, error: null, canRetry: false });
  uploadNext(ctx);
}

/** Removes a file from the composer, whether it is uploading or uploaded. */
export function removeAttachment(ctx: ChatContext, conversationId: string, key: string): void {
  const attached = ctx.get().attachments[conversationId] ?? [];
  const removed = attached.find((item) => item.key === key);
  if (!removed) return;
  ctx.workspace.uploads.files.get(key)?.controller.abort();
  ctx.workspace.uploads.files.delete(key);
  if (removed.previewUrl?.startsWith('blob:')) URL.revokeObjectURL(removed.previewUrl);
  if (removed.attachment) forgetUpload(ctx, removed.attachment.id);
  setAttachments(
    ctx,
    conversationId,
    attached.filter((item) => item !== removed),
  );
  uploadNext(ctx);
}

/** Drops the uploads of a removed composer. */
export function dropUploads(ctx: ChatContext, conversationId: string): void {
  for (const [key, upload] of ctx.workspace.uploads.files) {
    if (upload.conversationId !== conversationId) continue;
    upload.controller.abort();
    ctx.workspace.uploads.files.delete(key);
  }
}

function forgetUpload(ctx: ChatContext, fileId: string): void {
  ctx.workspace.uploads.previews.delete(fileId);
  // The server deletes uploads that are never sent.
  ctx.api.deleteUpload(fileId).catch(() => {});
}
