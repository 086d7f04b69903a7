import type { Feedback, FeedbackRating, ModeId } from '@parley/core';

/** What a user thinks of one reply: a rating, or a report to the operator. */
export interface FeedbackRecord {
  userId: string;
  conversationId: string;
  messageId: string;
  rating: FeedbackRating;
  reasons: Feedback['reasons'];
  /** Empty without a sentence. */
  comment: string;
  /** The words of the question and the reply when they were rated; null unless the user sent them along. */
  question: string | null;
  reply: string | null;
  mode: ModeId;
  /** The model of the mode when the reply was rated; null if it has none. */
  model: string | null;
  /** The version of the server when the reply was rated. */
  version: string;
  createdAt: number;
  /** A report's random id, under which the operator handles it; null for a rating. */
  reportId: string | null;
  /** When the operator closed the report; null for an open report and for a rating. */
  doneAt: number | null;
}

/** Equal ratings of equal origin. */
export type FeedbackGroup = Pick<FeedbackRecord, 'mode' | 'model' | 'version' | 'rating' | 'reasons'> & {
  count: number;
};

export interface FeedbackStore {
  find(userId: string, messageId: string): Promise<FeedbackRecord | null>;
  /** All of a user, newest first. */
  list(userId: string): Promise<FeedbackRecord[]>;
  /**
   * Replaces the user's earlier rating or report of a reply. Throws `not-found` when the conversation is not there or
   * the user is being deleted.
   */
  put(feedback: FeedbackRecord): Promise<void>;
  /** False when there is none. */
  remove(userId: string, messageId: string): Promise<boolean>;
  /** The ratings and reports since this time, grouped, in any order. */
  groups(since: number): Promise<FeedbackGroup[]>;
  /** The newest ratings with a sentence or with words. One user's never push out those of others. */
  notes(limit: number): Promise<FeedbackRecord[]>;
  /** The number of open reports, and the newest of them. One user's never push out those of others. */
  openReports(limit: number): Promise<{ count: number; newest: FeedbackRecord[] }>;
  /** Closes a report, once. False when there is none. */
  finishReport(reportId: string, now: number): Promise<boolean>;
}
