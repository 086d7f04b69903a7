import { t } from '../language/translate.ts';

/** The reasons for a rating. */
export const FEEDBACK_REASONS = ['correctness', 'clarity', 'relevance'] as const;
export type FeedbackReason = (typeof FEEDBACK_REASONS)[number];
export type Rating = 'good' | 'bad';
/** The label of a reason, for this rating. */
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
/** Maximum characters of the comment on a rating or a report. */
export const MAX_FEEDBACK_COMMENT = 500;
/** Maximum notes or reports in a list for staff. */
export const MAX_LISTED_REPORTS = 50;
