import { z } from 'zod';
import {
  FEEDBACK_REASONS,
  MAX_FEEDBACK_COMMENT,
  REPLY_REPORT_REASONS,
  type FeedbackReason,
  type ReplyReportReason,
} from '../../chat/feedback.ts';
import { MODES } from '../../chat/modes.ts';
import { enumOf, idsOf } from '../enum-of.ts';
import { Success, Time } from '../response.ts';

const REPORT_REASONS = Object.keys(REPLY_REPORT_REASONS) as ReplyReportReason[];

/** What a user thinks of a reply: a rating, or a report to the operator. */
export const Feedback = z.object({
  rating: z.enum(['good', 'bad', 'report']),
  reasons: z
    .array(z.enum([...FEEDBACK_REASONS, ...REPORT_REASONS]))
    .max(REPORT_REASONS.length)
    .describe(
      `What the rating is about: ${FEEDBACK_REASONS.join(', ')}. Of a report at least one of ${REPORT_REASONS.join(', ')}.`,
    ),
  comment: z.string().trim().max(MAX_FEEDBACK_COMMENT, `must have at most ${MAX_FEEDBACK_COMMENT} characters`),
  sendsWords: z.boolean().describe('Whether the operator may read the question and the reply.'),
});
export type Feedback = z.infer<typeof Feedback>;
export type FeedbackRating = Feedback['rating'];

const fits = ({ rating, reasons }: Pick<Feedback, 'rating' | 'reasons'>) =>
  rating === 'report'
    ? reasons.length > 0 && reasons.every((reason) => REPORT_REASONS.includes(reason as ReplyReportReason))
    : reasons.every((reason) => FEEDBACK_REASONS.includes(reason as FeedbackReason));

/** PUT /api/feedback/{conversationId}/{messageId}: replaces what the user said of this reply before. */
export const FeedbackRequest = Feedback.extend({
  reasons: Feedback.shape.reasons.default([]),
  comment: Feedback.shape.comment.default(''),
  sendsWords: Feedback.shape.sendsWords.default(false),
}).refine(fits, {
  path: ['reasons'],
  error: (issue) => {
    const isReport = (issue.input as Pick<Feedback, 'rating'>).rating === 'report';
    const reasons = (isReport ? REPORT_REASONS : FEEDBACK_REASONS).join(', ');
    return isReport ? `must have at least one of ${reasons}, and no other` : `must have only ${reasons}`;
  },
});
export type FeedbackRequest = z.input<typeof FeedbackRequest>;

/** GET /api/feedback/{conversationId}/{messageId} */
export const FeedbackResponse = Success.extend({ feedback: Feedback });
export type FeedbackResponse = z.infer<typeof FeedbackResponse>;

const Origin = z.object({
  mode: enumOf(idsOf(MODES)),
  model: z.string().nullable().describe('The model of this mode when the reply was rated.'),
  version: z.string().describe('The version of the server when the reply was rated.'),
});

const Said = {
  comment: z.string().describe('Empty without a sentence.'),
  question: z.string().nullable().describe('Null unless the user sent it along.'),
  reply: z.string().nullable(),
  createdAt: Time,
};

/** How often the replies of one origin were rated. */
export const FeedbackCount = Origin.extend({
  good: z.number(),
  bad: z.number(),
  reported: z.number(),
  reasons: z.array(z.object({ reason: z.enum(FEEDBACK_REASONS), good: z.number(), bad: z.number() })),
});
export type FeedbackCount = z.infer<typeof FeedbackCount>;

/** A rating with a comment or with the question and reply. It does not name its user. */
export const FeedbackNote = Origin.extend({
  rating: z.enum(['good', 'bad']),
  reasons: z.array(z.enum(FEEDBACK_REASONS)),
  ...Said,
});
export type FeedbackNote = z.infer<typeof FeedbackNote>;

/** GET /api/admin/feedback */
export const FeedbackReport = Success.extend({
  counts: z.array(FeedbackCount).describe('Of the last 90 days, the most rated first.'),
  notes: z.array(FeedbackNote).describe('The newest 50.'),
});
export type FeedbackReport = z.infer<typeof FeedbackReport>;

const ReportReason = z.enum(REPORT_REASONS as [ReplyReportReason, ...ReplyReportReason[]]);

/** An open report of a reply. It does not name its user. */
export const ReplyReport = Origin.extend({ id: z.string(), reasons: z.array(ReportReason), ...Said });
export type ReplyReport = z.infer<typeof ReplyReport>;

/** GET /api/admin/reply-reports */
export const ReplyReportsResponse = Success.extend({
  open: z.number().describe('How many reports are open.'),
  reasons: z
    .array(z.object({ reason: ReportReason, count: z.number() }))
    .describe('Of all reports of the last 90 days, most frequent first.'),
  reports: z.array(ReplyReport).describe('The newest 50 of the open ones.'),
});
export type ReplyReportsResponse = z.infer<typeof ReplyReportsResponse>;
