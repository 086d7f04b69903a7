import { t } from '../language/translate.ts';

/** What a rating of a reply is about. */
export const FEEDBACK_REASONS = ['correctness', 'clarity', 'relevance'] as const;
export type FeedbackReason = (typeof FEEDBACK_REASONS)[number];
export type Rating = 'good' | 'bad';
/** What a reason says of a reply with this rating. */
export const REASON_WORDS: Record<Rating, Record<FeedbackReason, string>> = {
  good: { correctness: t`Correct`, clarity: t`Clear`, relevance: t`Just what I asked for` },
  bad: { correctness: t`Incorrect`, clarity: t`Unclear`, relevance: t`Not what I asked for` },
};
/** Why people report a reply to the operator, as they choose it. */
export const REPLY_REPORT_REASONS = {
  harmful: t`It’s harmful or dangerous`,
  hateful: t`It’s hateful or harasses someone`,
  sexual: t`It has sexual content`,
  privacy: t`It shows private information`,
  other: t`Something else`,
} as const;
export type ReplyReportReason = keyof typeof REPLY_REPORT_REASONS;
/** Most characters of the sentence that comes with a rating or a report. */
export const MAX_FEEDBACK_COMMENT = 500;
