/** What a rating of a reply is about. */
export const FEEDBACK_REASONS = ['correctness', 'clarity', 'relevance'] as const;
export type FeedbackReason = (typeof FEEDBACK_REASONS)[number];
export type Rating = 'good' | 'bad';
/** What a reason says of a reply with this rating. */
export const REASON_WORDS: Record<Rating, Record<FeedbackReason, string>> = {
  good: { correctness: 'Correct', clarity: 'Clear', relevance: 'Just what I asked for' },
  bad: { correctness: 'Incorrect', clarity: 'Unclear', relevance: 'Not what I asked for' },
};
/** Why people report a reply to the operator, as they choose it. */
export const REPLY_REPORT_REASONS = {
  harmful: 'It’s harmful or dangerous',
  hateful: 'It’s hateful or harasses someone',
  sexual: 'It has sexual content',
  privacy: 'It shows private information',
  other: 'Something else',
} as const;
export type ReplyReportReason = keyof typeof REPLY_REPORT_REASONS;
/** Most characters of the sentence that comes with a rating or a report. */
export const MAX_FEEDBACK_COMMENT = 500;
