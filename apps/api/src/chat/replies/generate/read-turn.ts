import { AppError } from '@parley/core';
import type { Files } from '../../../files/files.ts';
import type { FileRecord, FileStore, ReplyRecord, Storage } from '../../../storage/storage.ts';
import type { Turn, TurnFiles } from '../../modes/mode.ts';

/** Messages that the model gets to see, including the question. */
const HISTORY_LENGTH = 10;

export interface ReadTurnDependencies {
  storage: Pick<Storage, 'conversations' | 'files'>;
  files: Files;
}

/** Reads the question of a reply in its conversation. Throws `not-found` when it has been deleted since. */
export async function readTurn(
  { userId, conversationId, assistantMessageId }: ReplyRecord,
  about: Omit<Turn, 'messages' | 'files' | 'conversationId'>,
  { storage, files }: ReadTurnDependencies,
): Promise<Turn> {
  const branch = await storage.conversations.messages(userId, conversationId, { limit: HISTORY_LENGTH + 1 });
  if (!branch) throw new AppError('not-found');
  return {
    messages: branch.items.filter((message) => message.id !== assistantMessageId),
    files: turnFiles(storage.files, files, { userId, conversationId }),
    conversationId,
    ...about,
  };
}

interface Owner {
  userId: string;
  conversationId: string;
}

/** Access to one user's files, for one of their conversations. */
function turnFiles(store: FileStore, files: Files, { userId, conversationId }: Owner): TurnFiles {
  async function own(id: string): Promise<FileRecord | undefined> {
    const [file] = await store.findAll(userId, [id]);
    return file;
  }
  return {
    async bytes(id) {
      const file = await own(id);
      const bytes = file ? await store.bytes(id) : null;
      return file && bytes ? { type: file.attachment.type, bytes } : null;
    },
    async text(id) {
      return (await own(id)) ? store.text(id) : null;
    },
    keepPicture: (bytes, prompt) => files.storePicture({ userId, conversationId, bytes, prompt }),
  };
}
