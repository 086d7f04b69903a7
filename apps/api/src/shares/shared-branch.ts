import { receivedText, type Message, type SharedConversation, type SharedMessage } from '@parley/core';
import { fileIdOf } from '../files/file-url.ts';
import type { ShareRecord, Storage } from '../storage/storage.ts';

type Stores = Pick<Storage, 'conversations' | 'files'>;

/** The copy of a conversation that a share shows, and the files in it. */
export interface SharedBranch {
  conversation: SharedConversation;
  /** The stored messages that it shows. */
  branch: Message[];
  /** The ids of the files that readers may read. */
  fileIds: ReadonlySet<string>;
}

/** The finished part of a branch: a reply that is being written is left out, with its question. */
export function finishedPart(branch: Message[]): Message[] {
  const running = branch.findIndex(({ status }) => status === 'streaming');
  if (running < 0) return branch;
  return branch.slice(0, branch[running - 1]?.isUser ? running - 1 : running);
}

/** The messages up to the last one of a share, oldest first; null when its conversation is gone. */
async function branchOf(
  conversations: Stores['conversations'],
  { userId, conversationId, leafId }: ShareRecord,
): Promise<Message[] | null> {
  const tree = await conversations.tree(userId, conversationId);
  const byId = new Map(tree?.map((each) => [each.message.id, each]));
  const branch: Message[] = [];
  for (let at = byId.get(leafId); at; at = at.parentId === null ? undefined : byId.get(at.parentId)) {
    branch.push(at.message);
  }
  return branch.length > 0 ? branch.reverse() : null;
}

/** Reads the copy that a share shows. `fileUrl` makes the address of a file. Null when its conversation is gone. */
export async function readSharedBranch(
  { conversations, files }: Stores,
  share: ShareRecord,
  fileUrl: (fileId: string) => string,
): Promise<SharedBranch | null> {
  const branch = await branchOf(conversations, share);
  if (!branch) return null;
  const wanted = branch.flatMap(({ attachments = [], imageUrl }) => [
    ...(share.hasAttachments ? attachments.map(({ id }) => id) : []),
    ...(imageUrl === undefined ? [] : [fileIdOf(imageUrl) ?? '']),
  ]);
  // Deleted files are not among them.
  const found = await files.findAll(share.userId, [...new Set(wanted)]);
  const fileIds = new Set(found.map(({ attachment }) => attachment.id));
  return {
    conversation: {
      title: share.title,
      sharedAt: new Date(share.updatedAt).toISOString(),
      messages: branch.map((message) => sharedMessage(message, share, fileIds, fileUrl)),
    },
    branch,
    fileIds,
  };
}

function sharedMessage(
  message: Message,
  { hasReasoning }: ShareRecord,
  fileIds: ReadonlySet<string>,
  fileUrl: (fileId: string) => string,
): SharedMessage {
  const { isUser, status, isCut, sources, sourceTitles, attachments = [], imagePrompt } = message;
  const pictureId = message.imageUrl === undefined ? null : fileIdOf(message.imageUrl);
  const shared = attachments.filter(({ id }) => fileIds.has(id));
  return {
    isUser,
    status,
    // Error sentences are for the owner only.
    text: message.isError && message.text === message.error ? '' : receivedText(message),
    ...(isCut !== undefined && { isCut }),
    ...(sources && { sources }),
    ...(sourceTitles && { sourceTitles }),
    ...(hasReasoning && message.reasoningContent !== undefined && { reasoningContent: message.reasoningContent }),
    ...(hasReasoning && message.reasoningMs !== undefined && { reasoningMs: message.reasoningMs }),
    ...(pictureId !== null && fileIds.has(pictureId) && { imageUrl: fileUrl(pictureId) }),
    ...(imagePrompt !== undefined && { imagePrompt }),
    files: shared.map(({ id, kind, name, size, width, height }) => ({
      kind,
      name,
      size,
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
      url: fileUrl(id),
    })),
    hiddenFiles: attachments.length - shared.length,
  };
}
