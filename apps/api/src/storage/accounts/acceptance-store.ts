import type { AcceptedDocument } from '@parley/core';

/** A user's consent to one version of the terms or the privacy page. */
export interface AcceptanceRecord {
  userId: string;
  document: AcceptedDocument;
  version: string;
  acceptedAt: number;
}

export interface AcceptanceStore {
  /** Idempotent: the first time stays. Throws `unauthorized` when the user is being deleted. */
  add(acceptance: AcceptanceRecord): Promise<void>;
  /** Oldest first. */
  list(userId: string): Promise<AcceptanceRecord[]>;
}
