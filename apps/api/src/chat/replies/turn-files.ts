import type { Files } from '../../files/files.ts';
import type { FileRecord, FileStore } from '../../storage/storage.ts';
import type { TurnFiles } from '../modes/run-mode.ts';

interface Owner {
  userId: string;
  conversationId: string;
}

/** The files of one person for one of their conversations. */
export function turnFiles(store: FileStore, files: Files, { userId, conversationId }: Owner): TurnFiles {
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
