import {
  cleanSources,
  completeReply,
  failReply,
  withAttachments,
  type ImportedConversation,
  type ImportedMessage,
  type Message,
} from '@parley/core';
import { orderTree } from '@parley/core/import';
import { fileIdOf } from '../../files/file-url.ts';
import type { FileRecord, ImportRecord } from '../../storage/storage.ts';
import { uuidOf } from './uuid-of.ts';

/** What an import needs besides the conversation. */
export interface ImportContext {
  userId: string;
  importId: string;
  /** Those of the user's files that the conversation refers to, by id. */
  files: ReadonlyMap<string, FileRecord>;
  now: number;
}

/** The ids of the uploaded files to which an imported conversation refers. */
export function fileIdsIn({ messages }: ImportedConversation): string[] {
  return messages.flatMap(({ attachments = [], imageUrl, previousImageUrl }) => [
    ...attachments.map(({ id }) => id),
    ...[imageUrl, previousImageUrl].flatMap((url) => (url === undefined ? [] : (fileIdOf(url) ?? []))),
  ]);
}

/**
 * Converts a conversation of an export to the stored form. Ids depend only on the user, the product and the ids of the
 * export, so that a second import finds the conversation again. Times in the future become the present. Leaves out
 * files that are not the user's.
 */
export function importRecordOf(imported: ImportedConversation, context: ImportContext): ImportRecord {
  const { source: importedFrom, id: sourceId, lastMessageId, messages, ...fields } = imported;
  const { userId, importId, files, now } = context;
  const id = uuidOf([userId, importedFrom, sourceId]);
  const ordered = orderTree(messages);
  const ids = new Map(ordered.map((message) => [message.id, uuidOf([userId, importedFrom, sourceId, message.id])]));
  const idOf = (source: string | null) => (source === null ? null : (ids.get(source) ?? null));
  const stored = ordered.map((message) => ({
    parentId: idOf(message.parentId),
    message: messageOf(message, { id: idOf(message.id) ?? '', continues: idOf(message.continues ?? null), files, now }),
  }));
  const updatedAt = past(fields.updatedAt, now);
  return {
    conversation: { ...fields, id, updatedAt, importedFrom, importId },
    messages: stored,
    leafId: idOf(lastMessageId) ?? stored.at(-1)?.message.id ?? '',
    fileIds: [...new Set(fileIdsIn(imported).filter((fileId) => files.has(fileId)))],
  };
}

/** Whether a message of an imported conversation came with the import. The ids of those written since are random. */
export function isImportedId(messageId: string): boolean {
  return messageId[14] === '5';
}

/** Bytes that a record adds to the store, without its files. */
export function bytesOf({ messages }: ImportRecord): number {
  return Buffer.byteLength(JSON.stringify(messages));
}

function messageOf(
  imported: ImportedMessage & { parentId: string | null },
  { id, continues, files, now }: Pick<ImportContext, 'files' | 'now'> & { id: string; continues: string | null },
): Message {
  const {
    parentId: _parent,
    continues: _continues,
    attachments = [],
    imageUrl,
    previousImageUrl,
    ...fields
  } = imported;
  const own = (url: string | undefined) => files.get(fileIdOf(url ?? '') ?? '')?.attachment.url;
  const [picture, previous] = [own(imageUrl), own(previousImageUrl)];
  const message: Message = {
    ...fields,
    ...(imported.sources && pagesOf(imported.sources, imported.sourceTitles)),
    id,
    timestamp: past(imported.timestamp, now),
    ...(continues !== null && { continues }),
    ...(picture !== undefined && { imageUrl: picture }),
    ...(previous !== undefined && { previousImageUrl: previous }),
  };
  if (imported.isUser) {
    const kept = [...new Set(attachments.map(({ id: file }) => file))].flatMap(
      (file) => files.get(file)?.attachment ?? [],
    );
    return withAttachments({ ...message, status: 'complete' }, kept);
  }
  const { status, errorCode = 'interrupted', error } = imported;
  if (status === 'complete' || status === 'stopped') return completeReply(message, status);
  return { ...failReply(message, errorCode, error), status: status === 'failed' ? 'failed' : 'interrupted' };
}

/** The web pages among the sources, with their titles. */
function pagesOf(
  sources: string[],
  titles: string[] | undefined,
): Required<Pick<Message, 'sources'>> & Pick<Message, 'sourceTitles'> {
  const pages = cleanSources(sources);
  if (!titles) return { sources: pages };
  const urls = sources.map((source) => cleanSources([source])[0]);
  return { sources: pages, sourceTitles: pages.map((page) => titles[urls.indexOf(page)] ?? '') };
}

function past(time: string, now: number): string {
  return new Date(Math.min(Date.parse(time), now)).toISOString();
}
