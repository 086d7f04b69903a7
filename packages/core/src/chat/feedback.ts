/** What a rating of a reply is about. */
export const FEEDBACK_REASONS = ['correctness', 'clarity', 'relevance'] as const;
export type FeedbackReason = (typeof FEEDBACK_REASONS)[number];
export type Rating = 'good' | 'bad';
/** What a reason says of a reply with this rating. */
export const REASON_WORDS: Record<Rating, Record<FeedbackReason, string>> = {
  good: { correctness: 'Correct', clarity: 'Clear', relevance: 'Just what I asked for' },
  bad: { correctness: 'Incorrect', clarity: 'Unclear', relevance: 'Not what I asked for' },
};
/** Most characters of the sentence that comes with a rating. */
export const MAX_FEEDBACK_COMMENT = 500;
