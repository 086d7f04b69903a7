import type { FileRecord } from '../storage.ts';
import { collection } from './collection.ts';

/** A file but for its bytes, which are in GridFS under the same id. */
export interface FileDocument extends Pick<FileRecord, 'attachment' | 'userId' | 'createdAt'> {
  _id: string;
  text: string | null;
  /** The conversations that name it, in the order they began to. */
  uses: string[];
  /** Absent once a message was sent with it. What is left of a file that a crash kept from being stored, or removed, has it. */
  unsentSince?: number;
  /** Its bytes are not all there yet, or not any more: to everybody it is unknown. */
  isPartial?: boolean;
}

export const files = collection<FileDocument>('files', [
  { name: 'of_user', key: { userId: 1, _id: 1 } },
  { name: 'of_conversation', key: { uses: 1 } },
  { name: 'unsent', key: { unsentSince: 1 }, options: { sparse: true } },
]);
