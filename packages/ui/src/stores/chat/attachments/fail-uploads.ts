import { AppError } from '@parley/core';
import type { ChatContext } from '../chat-context.ts';
import type { Upload } from '../chat-workspace.ts';
import { patchAttachment } from './draft-attachments.ts';
import { problemText } from '../../problem-text.ts';

export function failUpload(ctx: ChatContext, key: string, upload: Upload, error: unknown): void {
  upload.state = 'failed';
  const canRetry = !(error instanceof AppError) || error.status >= 500 || [401, 429].includes(error.status);
  patchAttachment(ctx, upload.conversationId, key, { status: 'failed', error: problemText(error), canRetry });
}

/** Fails every queued or running upload. */
export function failUploads(ctx: ChatContext, error: unknown): void {
  for (const [key, upload] of ctx.workspace.uploads.files) {
    if (upload.state === 'failed') continue;
    upload.controller.abort();
    failUpload(ctx, key, upload, error);
  }
}
