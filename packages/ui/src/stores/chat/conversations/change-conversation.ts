import { MAX_TITLE_LENGTH, type ConversationPatch } from '@parley/core';
import {
  bumpRevision,
  forgetDeleted,
  notify,
  patchConversation,
  CONVERSATION_LIST,
  type ChatContext,
} from '../chat-context.ts';
import type { ConversationSummary } from '../chat-state.ts';
import { trackMutation } from './pending-mutations.ts';
import { problemText } from '../../problem-text.ts';

export async function renameConversation(ctx: ChatContext, id: string, text: string): Promise<void> {
  const title = [...text.replace(/\s+/g, ' ').trim()].slice(0, MAX_TITLE_LENGTH).join('');
  const { renamed, provisionalTitles } = ctx.workspace.conversations;
  const was = ctx.get().conversations.find((item) => item.id === id)?.title;
  if (title === '' || title === was) return;
  const wasRenamed = renamed.has(id);
  renamed.add(id);
  provisionalTitles.delete(id);
  const isChanged = await change(ctx, id, { title });
  if (!isChanged && !wasRenamed) renamed.delete(id);
}

export async function setPinned(ctx: ChatContext, id: string, pinned: boolean): Promise<void> {
  await change(ctx, id, { pinned });
}

/** Archives a conversation, which `undoDelete` reverts, or takes it out of the archive. Need not be listed. */
export async function setArchived(ctx: ChatContext, id: string, archived: boolean): Promise<void> {
  const listed = ctx.get().conversations.find((item) => item.id === id);
  if (archived && listed) {
    forgetDeleted(ctx);
    ctx.set({ deleted: { ...listed, archived } });
  }
  const isChanged = await change(ctx, id, { archived });
  if (!isChanged && ctx.get().deleted?.id === id) forgetDeleted(ctx);
}

/** Moves a conversation into a project, or out of its own with null. Need not be listed. */
export async function moveToProject(ctx: ChatContext, id: string, projectId: string | null): Promise<void> {
  await change(ctx, id, { projectId });
}

/** Changes a conversation optimistically. Rolls back on failure. Returns whether it succeeded. */
async function change(
  ctx: ChatContext,
  id: string,
  patch: Pick<ConversationPatch, 'title' | 'pinned' | 'archived' | 'projectId'>,
): Promise<boolean> {
  const { workspace } = ctx;
  const before = ctx.get().conversations.find((item) => item.id === id);
  const { projectId, ...others } = patch;
  patchConversation(ctx, id, { ...others, ...(projectId !== undefined && { projectId: projectId ?? undefined }) });
  bumpRevision(ctx, id, CONVERSATION_LIST);
  try {
    // Requests under way at the same time may arrive in another order, and the older change would win.
    const earlier = Promise.resolve(workspace.conversations.pendingMutations.get(id));
    await trackMutation(
      ctx,
      id,
      earlier.then(() => ctx.api.changeConversation(id, patch)),
    );
    return true;
  } catch (error) {
    if (workspace === ctx.workspace) {
      if (before) rollback(ctx, id, patch, before);
      notify(ctx, 'change-failed', id, problemText(error));
    }
    return false;
  } finally {
    // A list or thread loaded before the server made the change is stale.
    if (workspace === ctx.workspace) bumpRevision(ctx, id, CONVERSATION_LIST);
  }
}

/** Rolls back only fields that still have the changed value, so that a later change stays. */
function rollback(
  ctx: ChatContext,
  id: string,
  patch: Pick<ConversationPatch, 'title' | 'pinned' | 'archived' | 'projectId'>,
  { title, pinned, archived, projectId }: ConversationSummary,
): void {
  const now = ctx.get().conversations.find((item) => item.id === id);
  if (patch.title !== undefined && now?.title === patch.title) patchConversation(ctx, id, { title });
  if (patch.pinned !== undefined && now?.pinned === patch.pinned) patchConversation(ctx, id, { pinned });
  if (patch.archived !== undefined && now?.archived === patch.archived) patchConversation(ctx, id, { archived });
  if (patch.projectId !== undefined && (now?.projectId ?? null) === patch.projectId)
    patchConversation(ctx, id, { projectId });
}
