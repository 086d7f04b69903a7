/**
 * Requests a page, newest first. `before` is the `nextBefore` of the previous page; absent for the first. Its content
 * is opaque outside the adapter. A cursor that is invalid for this list throws `AppError('invalid-request')`.
 */
export interface PageRequest {
  /** At least 1. */
  limit: number;
  before?: string;
}

/** Requests a page of a branch. */
export interface BranchRequest extends PageRequest {
  /** Leaves `versionIds` out, which only people need: finding them takes as long as the messages. */
  withoutVersions?: true;
}

export interface Page<T> {
  items: T[];
  nextBefore: string | null;
}
