import { randomUUID } from 'node:crypto';
import { AppError, receivedText, type ImportedMessage, type Message } from '@parley/core';
import { bytesOf, importRecordOf } from '../chat/imports/import-record-of.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { UserEvents } from '../events/user-events.ts';
import { fileIdOf, fileUrl } from '../files/file-url.ts';
import type { Files } from '../files/files.ts';
import type { Read } from '../http/responses/long-answers.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { FileRecord, ShareRecord, Storage } from '../storage/storage.ts';
import { readSharedBranch } from './shared-branch.ts';
import type { Shares } from './shares.ts';

/**
 * Copies a shared conversation with its files into an account, to be continued there. The same share is copied once
 * until it is updated. Returns the conversation's id. Throws `not-found`, and `rate-limited` when the
 * user has stored too much. The messages and each file are read `inTurn`.
 */
export type CopyShare = (userId: string, token: string, inTurn: Read) => Promise<string>;

interface CopyDependencies {
  cluster: Pick<Cluster, 'inTurn'>;
  events: Pick<UserEvents, 'publish'>;
  storage: Pick<Storage, 'conversations' | 'files'>;
  shares: Pick<Shares, 'find'>;
  files: Pick<Files, 'copyFile'>;
  /** Limits the bytes of text that one user stores. */
  textLimit: Pick<RateLimit, 'consume'>;
  now: () => number;
}

export function createCopyShare(dependencies: CopyDependencies): CopyShare {
  const { cluster, events, storage, shares, files, textLimit, now } = dependencies;
  const { conversations } = storage;

  async function copyShare(userId: string, token: string, inTurn: Read): Promise<string> {
    const share = await shares.find(token);
    const shown = share && (await inTurn(() => readSharedBranch(storage, share, fileUrl)));
    if (!shown) throw new AppError('not-found');
    const copied = new Map<string, FileRecord>();
    const recordOf = (sourceId: string) =>
      importRecordOf(
        {
          source: 'parley',
          id: sourceId,
          title: share.title,
          webSearchEnabled: false,
          thinkingModeEnabled: false,
          pinned: false,
          archived: false,
          updatedAt: new Date(now()).toISOString(),
          lastMessageId: share.leafId,
          messages: shown.branch.map((message, index) => ({
            ...sharedPart(message, share, shown.fileIds),
            parentId: shown.branch[index - 1]?.id ?? null,
          })),
        },
        { userId, importId: randomUUID(), files: copied, now: now() },
      );
    const sourceId = `share ${share.id} ${share.updatedAt}`;
    const { id } = recordOf(sourceId).conversation;
    if (await conversations.find(userId, id)) return id;
    await textLimit.consume(userId, bytesOf(recordOf(sourceId)));
    const isDeleted = (await conversations.findDeleted(userId, id)) !== null;
    for (const fileId of shown.fileIds) {
      const copy = await inTurn(() => files.copyFile(fileId, userId));
      if (copy) copied.set(fileId, copy);
    }
    const record = recordOf(isDeleted ? `${sourceId} ${randomUUID()}` : sourceId);
    const fileIds = [...copied.values()].map(({ attachment }) => attachment.id);
    await conversations.import(userId, [{ ...record, fileIds }], now());
    events.publish(userId, { type: 'conversation', conversationId: record.conversation.id });
    return record.conversation.id;
  }

  // Two tabs may copy the same share at once.
  return (userId, token, inTurn) => cluster.inTurn(`import ${userId}`, () => copyShare(userId, token, inTurn));
}

/** What a copy takes from a message. */
function sharedPart(
  message: Message,
  { hasReasoning }: ShareRecord,
  fileIds: ReadonlySet<string>,
): Omit<ImportedMessage, 'parentId'> {
  const { id, isUser, timestamp, status, mode, isCut, sources, sourceTitles, imagePrompt } = message;
  const { attachments, reasoningContent, reasoningMs, imageUrl, previousImageUrl, continues, errorCode } = message;
  const isShared = (url: string) => fileIds.has(fileIdOf(url) ?? '');
  return {
    id,
    // Error sentences are for the owner only.
    text: receivedText(message),
    isUser,
    timestamp,
    status,
    ...(mode !== undefined && { mode }),
    ...(isCut !== undefined && { isCut }),
    ...(errorCode !== undefined && { errorCode }),
    ...(continues !== undefined && { continues }),
    ...(sources && { sources }),
    ...(sourceTitles && { sourceTitles }),
    ...(imagePrompt !== undefined && { imagePrompt }),
    ...(attachments && { attachments: attachments.filter((file) => fileIds.has(file.id)) }),
    ...(imageUrl !== undefined && isShared(imageUrl) && { imageUrl }),
    ...(previousImageUrl !== undefined && isShared(previousImageUrl) && { previousImageUrl }),
    ...(hasReasoning && reasoningContent !== undefined && { reasoningContent }),
    ...(hasReasoning && reasoningMs !== undefined && { reasoningMs }),
  };
}
