import type { ProjectColor } from '@parley/core';

export interface ProjectRecord {
  /** Made by the client; unique for its user. */
  id: string;
  userId: string;
  name: string;
  color: ProjectColor;
  instructions: string;
  createdAt: number;
  /** When its name, color or instructions last changed. */
  updatedAt: number;
  /** Null unless it is deleted. */
  deletedAt: number | null;
}

/** A part of a file in a project. */
export interface ProjectPassage {
  fileId: string;
  /** Later passages of a file have a higher place. */
  place: number;
  text: string;
}

type ProjectChange = Partial<Pick<ProjectRecord, 'name' | 'color' | 'instructions'>>;

export interface ProjectStore {
  /** The projects that are not deleted, the last change first. */
  list(userId: string): Promise<ProjectRecord[]>;
  /** The projects that were deleted at or after `deletedSince`, the last deletion first. */
  listDeleted(userId: string, deletedSince: number): Promise<ProjectRecord[]>;
  /** Null when it is deleted or unknown. */
  find(userId: string, id: string): Promise<ProjectRecord | null>;
  /**
   * Creates a project unless its user has `limit` of them, deleted ones included. An id that the user already has
   * changes nothing. Throws `unauthorized` when the user is being deleted.
   */
  create(project: ProjectRecord, limit: number): Promise<'created' | 'exists' | 'full'>;
  /** Null when it is deleted or unknown. */
  update(userId: string, id: string, change: ProjectChange, now: number): Promise<ProjectRecord | null>;
  /**
   * Deletes a project, and with `delete` also its conversations. With `keep` they count as outside of projects until it
   * is restored. A repeated call completes an interrupted one. False when the user never had it.
   */
  delete(userId: string, id: string, conversations: 'keep' | 'delete', now: number): Promise<boolean>;
  /**
   * Restores a project that was deleted at or after `deletedSince`, with the conversations that were deleted with it.
   * Does not change one that is not deleted. Null when there is no such project.
   */
  restore(userId: string, id: string, deletedSince: number): Promise<ProjectRecord | null>;
  /** Ids of its files, in a stable order. Empty when it is deleted or unknown. */
  fileIds(userId: string, id: string): Promise<string[]>;
  /**
   * The passages of its files with any of these words, as `wordsOf` reads them, best first by BM25. Very common words
   * count only when there is no other. Empty when the project is unknown.
   */
  passages(userId: string, id: string, words: string[], limit: number): Promise<ProjectPassage[]>;
  /**
   * Adds an upload that no message and no project has used, and indexes its text. It stays with the project. False when
   * there is no such upload or project.
   */
  addFile(userId: string, id: string, fileId: string): Promise<boolean>;
  /**
   * Takes a file out of its project. Unless a conversation uses it, it is an unsent upload again, which
   * `FileStore.deleteUnsent` removes at once and the next purge in any case. False when it is not in the project.
   */
  removeFile(userId: string, id: string, fileId: string): Promise<boolean>;
  /**
   * Permanently removes at most `limit` projects deleted before `deletedBefore`. Returns how many. `purgeUnsent` then
   * removes their files.
   */
  purge(deletedBefore: number, limit: number): Promise<number>;
}
