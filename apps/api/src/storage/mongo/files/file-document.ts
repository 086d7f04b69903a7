import type { FileRecord } from '../../storage.ts';
import { collection } from '../database/collection.ts';

/** A file without its bytes, which GridFS stores under the same id. */
export interface FileDocument extends Pick<FileRecord, 'attachment' | 'userId' | 'createdAt'> {
  _id: string;
  text: string | null;
  /** Conversations that use the file, in the order of first use. */
  uses: string[];
  /**
   * Absent once a message was sent with the file. Always present on a file whose creation or removal was interrupted by
   * a crash.
   */
  unsentSince?: number;
  /** Some of the bytes are not stored yet, or already removed. The file is unknown to every caller. */
  isPartial?: boolean;
}

export const files = collection<FileDocument>('files', [
  { name: 'of_user', key: { userId: 1, _id: 1 } },
  { name: 'of_conversation', key: { uses: 1 } },
  { name: 'unsent', key: { unsentSince: 1 }, options: { sparse: true } },
]);
