import { t } from '@parley/core';
import type { ChatContext } from '../chat-context.ts';
import { setDraft } from '../chat-context.ts';
import { patchAttachment } from './draft-attachments.ts';
import { removeAttachment } from './upload-queue.ts';

/** Moves the text of an attached file to the end of the draft. The file stays when its text cannot be loaded. */
export async function unpackText(ctx: ChatContext, conversationId: string, key: string): Promise<void> {
  const { workspace } = ctx;
  const find = () => ctx.get().attachments[conversationId]?.find((item) => item.key === key);
  const item = find();
  const file = workspace.uploads.files.get(key)?.file;
  if (!item || (!file && !item.attachment)) return;
  const fail = (error: string) => patchAttachment(ctx, conversationId, key, { error });
  try {
    const { text, isCut } = file
      ? { text: await file.text(), isCut: false }
      : await ctx.api.documentText(item.attachment?.id ?? '');
    if (workspace !== ctx.workspace || !find()) return;
    if (isCut) return fail(t`This text is too long for the box.`);
    removeAttachment(ctx, conversationId, key);
    const draft = ctx.get().drafts[conversationId] ?? '';
    setDraft(ctx, conversationId, draft === '' ? text : `${draft}\n${text}`);
  } catch {
    fail(t`The text couldn’t be loaded. Try again.`);
  }
}
