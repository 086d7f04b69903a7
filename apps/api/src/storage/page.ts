/**
 * Requests a page, newest first. `before` is the `nextBefore` of the previous page; absent for the first. Its content
 * is opaque outside the adapter. A cursor that is invalid for this list throws `AppError('invalid-request')`.
 */
export interface PageRequest {
  /** At least 1. */
  limit: number;
  before?: string;
}

export interface Page<T> {
  items: T[];
  nextBefore: string | null;
}
