import {
  ATTACHMENT_LIMITS,
  attachmentKind,
  EMPTY_FILE,
  MAX_ATTACHMENTS,
  tooLarge,
  unsupportedType,
  type AttachmentKind,
  t,
} from '@parley/core';
import type { ChatContext } from '../chat-context.ts';
import type { DraftAttachment } from '../chat-state.ts';
import { setAttachments } from './draft-attachments.ts';

/** Names shown of the files that were too many. */
const MOST_NAMES = 5;

/** Adds files to the composer and queues their uploads. Returns the reasons for rejected files, each once. */
export function attachFiles(ctx: ChatContext, conversationId: string, files: readonly File[]): string[] {
  const attached = [...(ctx.get().attachments[conversationId] ?? [])];
  const alerts = new Set<string>();
  const tooMany: string[] = [];
  for (const file of files) {
    const kind = attachmentKind(file.type, file.name);
    const refusal = kind === null ? unsupportedType(file.type) : refusalOf(file, kind);
    if (refusal !== null) alerts.add(refusal);
    else if (attached.length >= MAX_ATTACHMENTS) tooMany.push(file.name);
    else if (kind !== null) attached.push(enqueue(ctx, conversationId, file, kind));
  }
  setAttachments(ctx, conversationId, attached);
  if (tooMany.length > 0) alerts.add(tooManyFiles(tooMany));
  return [...alerts];
}

/** Says which files were not attached. */
function tooManyFiles(names: string[]): string {
  const rest = names.length - MOST_NAMES;
  const named = [...names.slice(0, MOST_NAMES), ...(rest > 0 ? [t`${rest} more`] : [])];
  return t`You can attach up to ${MAX_ATTACHMENTS} files. Not attached: ${named.join(t`, `)}.`;
}

function refusalOf({ size }: File, kind: AttachmentKind): string | null {
  if (size === 0) return EMPTY_FILE;
  return size > ATTACHMENT_LIMITS[kind] ? tooLarge(kind) : null;
}

function enqueue(ctx: ChatContext, conversationId: string, file: File, kind: AttachmentKind): DraftAttachment {
  const key = ctx.newId();
  ctx.workspace.uploads.files.set(key, { conversationId, file, state: 'waiting', controller: new AbortController() });
  return {
    key,
    name: file.name,
    kind,
    size: file.size,
    status: 'uploading',
    progress: 0,
    error: null,
    canRetry: false,
    attachment: null,
    previewUrl: kind === 'image' ? URL.createObjectURL(file) : null,
  };
}
