import type { FileRecord } from '../../storage.ts';
import { collection } from '../database/collection.ts';

/** A file without its bytes, which GridFS stores under the same id. */
export interface FileDocument extends Pick<FileRecord, 'attachment' | 'userId' | 'createdAt'> {
  _id: string;
  text: string | null;
  /** Conversations that use the file, in the order of first use. */
  uses: string[];
  /** The project that has the file. */
  projectId?: string;
  /** The project in which its passages are all indexed. */
  indexedIn?: string;
  /**
   * Absent once a message was sent with the file, and while a project has it. Always present on a file whose creation
   * or removal was interrupted by a crash.
   */
  unsentSince?: number;
  /** Some of the bytes are not stored yet, or already removed. The file is unknown to every caller. */
  isPartial?: boolean;
}

export const files = collection<FileDocument>('files', [
  { name: 'of_user', key: { userId: 1, _id: 1 } },
  { name: 'newest_of_user', key: { userId: 1, createdAt: -1, _id: -1 } },
  { name: 'of_conversation', key: { uses: 1 } },
  { name: 'of_project', key: { userId: 1, projectId: 1, _id: 1 } },
  { name: 'unsent', key: { unsentSince: 1 }, options: { sparse: true } },
]);
