import type { Attachment } from '@parley/core';

/** A file of one person. What a client sees of it is `attachment`. */
export interface FileRecord {
  attachment: Attachment;
  userId: string;
  /** Null until a message with it is accepted. Where several conversations name it, one of them. */
  conversationId: string | null;
  createdAt: number;
}

export interface FileStore {
  /**
   * Keeps a file for good before it resolves, with the text that was read from a document. With a `conversationId`, as a
   * picture that was made there has it, it is that conversation's at once. Its id is base64url, 3 to 100 characters. Throws `unauthorized` when its user is
   * being deleted.
   */
  create(file: FileRecord, bytes: Uint8Array, text: string | null): Promise<void>;
  /** Whoever it belongs to; null as well while all conversations that name it are deleted. */
  find(id: string): Promise<FileRecord | null>;
  /** Those of these files that `find` knows and that are this user's, in the order asked for. */
  findAll(userId: string, ids: string[]): Promise<FileRecord[]>;
  /**
   * All files that are kept of a user, those of deleted conversations among them, by id; `after` is the last id of the
   * page before. For the download of everything alone.
   */
  list(userId: string, page: { limit: number; after?: string }): Promise<FileRecord[]>;
  /** The bytes of one of them; null when it is none (any more). */
  keptBytes(userId: string, id: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Null, as the text is, where `find` knows no file. */
  bytes(id: string): Promise<Uint8Array<ArrayBuffer> | null>;
  text(id: string): Promise<string | null>;
  /** Removes an upload that no message was sent with. False when there is none. */
  deleteUnsent(userId: string, id: string): Promise<boolean>;
  /** Removes uploads made before `createdBefore` that no message was sent with; at most `limit`. Returns how many. */
  purgeUnsent(createdBefore: number, limit: number): Promise<number>;
}
