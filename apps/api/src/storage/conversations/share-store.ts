import type { ReportReason } from '@parley/core';

/** A link under which anyone can read one branch of a conversation as it was when the link was made or updated. */
export interface ShareRecord {
  /** Unique for its user. */
  id: string;
  userId: string;
  conversationId: string;
  /** SHA-256 of the token in its address. */
  tokenHash: string;
  title: string;
  /** The last message that readers see. Ended messages never change, so its branch stays as it was. */
  leafId: string;
  messageCount: number;
  /** Whether readers see the reasoning of replies. */
  hasReasoning: boolean;
  /** Whether readers see the user's files. */
  hasAttachments: boolean;
  createdAt: number;
  updatedAt: number;
  /** Null if it never expires. */
  expiresAt: number | null;
  /** How often readers reported it for each reason, since the operator last dismissed reports of it. */
  reports: Partial<Record<ReportReason, number>>;
  /** When it was last reported; null without reports. */
  reportedAt: number | null;
}

/** What the user can change about a share. */
export type ShareChange = Pick<
  ShareRecord,
  'title' | 'leafId' | 'messageCount' | 'hasReasoning' | 'hasAttachments' | 'expiresAt'
>;

export interface ShareStore {
  /** The shares of a user, newest first, expired ones included. Leaves out those of deleted conversations. */
  list(userId: string): Promise<ShareRecord[]>;
  /**
   * Adds a share unless the user then has more than `limit`. An id that the user already has changes nothing.
   * `not-found` when the conversation or its user is deleted.
   */
  create(share: ShareRecord, limit: number): Promise<'created' | 'exists' | 'full' | 'not-found'>;
  /** Returns the changed share; null when it is unknown. */
  update(userId: string, id: string, change: ShareChange, now: number): Promise<ShareRecord | null>;
  /** Removes a share. False when it is unknown. */
  remove(userId: string, id: string): Promise<boolean>;
  /**
   * The share with this token, for its readers. Null when it is unknown or expired, and when its conversation or its
   * user is deleted, or its user is blocked.
   */
  find(tokenHash: string, now: number): Promise<ShareRecord | null>;
  /** Removes the share with this token. Returns its user; null when it is unknown. For the operator. */
  takeDown(tokenHash: string): Promise<string | null>;
  /** Counts a report of the share with this token. False when `find` does not find it. */
  report(tokenHash: string, reason: ReportReason, now: number): Promise<boolean>;
  /** Reported shares that `find` finds, reported last first, at most `limit`. */
  reported(now: number, limit: number): Promise<ShareRecord[]>;
  /** Removes all reports of a share. False when it is unknown. */
  dismissReports(tokenHash: string): Promise<boolean>;
  /** Number of shares that have not expired, those of deleted conversations included. */
  count(now: number): Promise<number>;
}
