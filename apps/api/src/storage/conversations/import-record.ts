import { AppError, MAX_IMPORTED, type Conversation, type ImportSource, type Message } from '@parley/core';
import { fileIdOf } from '../files/file-id.ts';

/** A conversation from an export of this or another product, or a copy of one, ready to be stored. */
export interface ImportRecord {
  conversation: Omit<Conversation, 'unread' | 'projectId'>;
  /** Parents before their children. No message is streaming. */
  messages: { parentId: string | null; message: Message }[];
  /** The message at the end of the branch that is shown. */
  leafId: string;
  /** Files of this user that the messages use. */
  fileIds: string[];
}

/** The conversations of one import that are not deleted. */
export interface StoredImport {
  importId: string;
  source: ImportSource;
  importedAt: number;
  count: number;
}

/** What of an import is deleted, and when. */
export interface ImportRemoval {
  /** All products when it is missing. */
  source?: ImportSource | undefined;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * The messages of an import that a conversation lacks, their files, and the end of the branch with these messages. Stored
 * messages have their files from before. The end moves only where the export continues the branch that is shown: a branch
 * that was continued here stays. `known` has at least the messages of the import that are stored, `count` is the number of
 * all that are. Throws `too-large` when the conversation would have too many messages.
 */
export function growthOf(
  { messages, leafId: importedLeafId, fileIds }: ImportRecord,
  { known, count, leafId }: { known: ReadonlySet<string>; count: number; leafId: string },
): { fresh: ImportRecord['messages']; fileIds: string[]; leafId: string } {
  const parents = new Map(messages.map(({ parentId, message }) => [message.id, parentId]));
  let at: string | null = importedLeafId;
  while (at !== null && at !== leafId) at = parents.get(at) ?? null;
  const fresh = messages.filter(({ message }) => !known.has(message.id));
  if (fresh.length > 0 && count + fresh.length > MAX_IMPORTED) throw new AppError('too-large');
  const ofFresh = new Set(fresh.flatMap(fileIdsIn));
  const ofStored = new Set(messages.filter(({ message }) => known.has(message.id)).flatMap(fileIdsIn));
  return {
    fresh,
    fileIds: fileIds.filter((id) => ofFresh.has(id) || !ofStored.has(id)),
    leafId: at === null ? leafId : importedLeafId,
  };
}

function fileIdsIn({ message }: ImportRecord['messages'][number]): string[] {
  const { attachments = [], imageUrl, previousImageUrl } = message;
  const pictures = [imageUrl, previousImageUrl].flatMap((url) => (url === undefined ? [] : fileIdOf(url)));
  return [...attachments.map(({ id }) => id), ...pictures];
}
