import type { FeedbackReason, ModeId, Rating } from '@parley/core';

/** What a user thinks of one reply. */
export interface FeedbackRecord {
  userId: string;
  conversationId: string;
  messageId: string;
  rating: Rating;
  reasons: FeedbackReason[];
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
   * Stores what the user thinks of a reply in place of what they thought before. Throws `not-found` when the
   * conversation is not there or the user is being deleted.
   */
  put(feedback: FeedbackRecord): Promise<void>;
  /** False when there is none. */
  remove(userId: string, messageId: string): Promise<boolean>;
  /** The ratings since this time, grouped, in any order. */
  groups(since: number): Promise<FeedbackGroup[]>;
  /** The newest with a sentence or with words, of all users. */
  notes(limit: number): Promise<FeedbackRecord[]>;
}
