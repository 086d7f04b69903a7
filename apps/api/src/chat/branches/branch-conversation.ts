import { AppError, cleanTitle, type Conversation, type Message } from '@parley/core';
import { fileIdOf } from '../../files/file-url.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import { WHOLE_BRANCH, type ConversationStore, type ImportRecord } from '../../storage/storage.ts';
import { bytesOf } from '../imports/import-record-of.ts';
import { uuidOf } from '../imports/uuid-of.ts';

interface Branch {
  userId: string;
  /** The conversation that is copied. */
  conversationId: string;
  /** The last message of the copy. */
  messageId: string;
  /** The id of the new conversation, made by the client. */
  id: string;
  now: number;
}

interface BranchDependencies {
  conversations: Pick<ConversationStore, 'find' | 'messages' | 'tree' | 'import' | 'update'>;
  textLimit: Pick<RateLimit, 'consume'>;
}

const PREFIX = 'Branch of ';

/**
 * Copies a conversation's current branch up to a message as a new conversation, which uses the same files. Idempotent:
 * with the same ids it returns the copy that is there. Throws `not-found`, `reply-in-progress` while the message is
 * being written, `idempotency-mismatch` when another conversation has the id, and `rate-limited` when the user has
 * stored too much text.
 */
export async function branchConversation(
  { conversations, textLimit }: BranchDependencies,
  { userId, conversationId, messageId, id, now }: Branch,
): Promise<Conversation> {
  const idOf = (original: string) => uuidOf(['branch', id, original]);
  const copied = await conversations.find(userId, id);
  if (copied) {
    const tree = await conversations.tree(userId, id);
    if (tree?.some(({ message }) => message.id === idOf(messageId))) return copied;
    throw new AppError('idempotency-mismatch');
  }
  const source = await conversations.find(userId, conversationId);
  const branch = await conversations.messages(userId, conversationId, { limit: WHOLE_BRANCH });
  const end = branch?.items.findIndex((message) => message.id === messageId) ?? -1;
  if (!source || !branch || end === -1) throw new AppError('not-found');
  const messages = branch.items.slice(0, end + 1);
  if (messages.at(-1)?.status === 'streaming') throw new AppError('reply-in-progress');

  const { title, webSearchEnabled, thinkingModeEnabled, importedFrom, projectId = null } = source;
  const record: ImportRecord = {
    conversation: {
      id,
      title: title.startsWith(PREFIX) ? title : cleanTitle(PREFIX + title),
      webSearchEnabled,
      thinkingModeEnabled,
      pinned: false,
      archived: false,
      updatedAt: new Date(now).toISOString(),
      // The copy brings words of strangers as its source does, but is no part of the import.
      ...(importedFrom !== undefined && { importedFrom }),
    },
    messages: messages.map((message, index) => ({
      parentId: index === 0 ? null : idOf(messages[index - 1]?.id ?? ''),
      message: copyOf(message, idOf),
    })),
    leafId: idOf(messageId),
    fileIds: [...new Set(messages.flatMap(fileIdsOf))],
  };
  await textLimit.consume(userId, bytesOf(record));
  await conversations.import(userId, [record], now);
  // Publishes the change, too.
  const created = await conversations.update(userId, id, { projectId });
  if (!created) throw new AppError('not-found');
  return created;
}

function copyOf(message: Message, idOf: (original: string) => string): Message {
  const { versionIds: _versions, generationId: _generation, seq: _seq, continues, ...kept } = message;
  return { ...kept, id: idOf(message.id), ...(continues !== undefined && { continues: idOf(continues) }) };
}

function fileIdsOf({ attachments = [], imageUrl, previousImageUrl }: Message): string[] {
  const pictures = [imageUrl, previousImageUrl].flatMap((url) => fileIdOf(url ?? '') ?? []);
  return [...attachments.map(({ id }) => id), ...pictures];
}
