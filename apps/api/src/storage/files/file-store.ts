import type { Attachment } from '@parley/core';

/** A file of one user. Clients see only `attachment`. */
export interface FileRecord {
  attachment: Attachment;
  userId: string;
  /** Null until a message with this file is accepted. One of the conversations when several use the file. */
  conversationId: string | null;
  createdAt: number;
}

/** A file in a conversation that is not deleted. */
export type LibraryRecord = FileRecord & { conversationId: string };

export interface LibraryPage {
  pictures: boolean;
  limit: number;
  before?: { createdAt: number; id: string };
}

export interface FileStore {
  /**
   * Stores a file, with the text extracted from a document. Resolves once both are durable. A file with a
   * `conversationId`, such as a generated picture, belongs to that conversation immediately. The id is base64url, 3 to
   * 100 characters. Throws `unauthorized` when the user is being deleted, and `not-found` when the user has no such
   * conversation.
   */
  create(file: FileRecord, bytes: Uint8Array, text: string | null): Promise<void>;
  /** Finds a file of any user. Null also while all conversations that use it are deleted. */
  find(id: string): Promise<FileRecord | null>;
  /** The files among `ids` that `find` returns and that belong to this user, in the requested order. */
  findAll(userId: string, ids: string[]): Promise<FileRecord[]>;
  /**
   * All stored files of a user, including those of deleted conversations, ordered by id. `after` is the last id of the
   * previous page. Only for the data export.
   */
  list(userId: string, page: { limit: number; after?: string }): Promise<FileRecord[]>;
  /**
   * The pictures or the other files in the user's conversations, newest first, each with a conversation that uses it.
   * Leaves out those only in deleted conversations. `before` is the last file of the previous page.
   */
  library(userId: string, page: LibraryPage): Promise<LibraryRecord[]>;
  /** The bytes of one of these files; null when it does not exist (any more). Only for the data export. */
  keptBytes(userId: string, id: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Null, like the text, when `find` returns no file. */
  bytes(id: string): Promise<Uint8Array<ArrayBuffer> | null>;
  text(id: string): Promise<string | null>;
  /** Removes an upload that no message has used. False when there is none. */
  deleteUnsent(userId: string, id: string): Promise<boolean>;
  /** Removes uploads created before `createdBefore` that no message has used, at most `limit`. Returns how many. */
  purgeUnsent(createdBefore: number, limit: number): Promise<number>;
}
