import { z } from 'zod';
import { FEEDBACK_REASONS, MAX_FEEDBACK_COMMENT } from '../chat/feedback.ts';
import { MODES } from '../chat/modes.ts';
import { enumOf, idsOf } from './enum-of.ts';
import { Success, Time } from './response.ts';

/** What a user thinks of a reply. */
export const Feedback = z.object({
  rating: z.enum(['good', 'bad']),
  reasons: z.array(z.enum(FEEDBACK_REASONS)).max(FEEDBACK_REASONS.length).describe('What the rating is about.'),
  comment: z.string().trim().max(MAX_FEEDBACK_COMMENT, `must have at most ${MAX_FEEDBACK_COMMENT} characters`),
  sendsWords: z.boolean().describe('Whether the operator may read the question and the reply.'),
});
export type Feedback = z.infer<typeof Feedback>;

/** PUT /api/feedback/{conversationId}/{messageId}: replaces what the user said of this reply before. */
export const FeedbackRequest = Feedback.extend({
  reasons: Feedback.shape.reasons.default([]),
  comment: Feedback.shape.comment.default(''),
  sendsWords: Feedback.shape.sendsWords.default(false),
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

/** How often the replies of one origin were rated. */
export const FeedbackCount = Origin.extend({
  good: z.number(),
  bad: z.number(),
  reasons: z.array(z.object({ reason: z.enum(FEEDBACK_REASONS), good: z.number(), bad: z.number() })),
});
export type FeedbackCount = z.infer<typeof FeedbackCount>;

/** A rating with a sentence or with the words of question and reply. It does not say whose it is. */
export const FeedbackNote = Origin.extend({
  rating: Feedback.shape.rating,
  reasons: Feedback.shape.reasons,
  comment: z.string(),
  question: z.string().nullable().describe('Null unless the user sent it along.'),
  reply: z.string().nullable(),
  createdAt: Time,
});
export type FeedbackNote = z.infer<typeof FeedbackNote>;

/** GET /api/admin/feedback */
export const FeedbackReport = Success.extend({
  counts: z.array(FeedbackCount).describe('Of the last 90 days, the most rated first.'),
  notes: z.array(FeedbackNote).describe('The newest 50.'),
});
export type FeedbackReport = z.infer<typeof FeedbackReport>;
