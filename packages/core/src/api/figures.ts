import { z } from 'zod';
import { Success } from './response.ts';

const MAX_DAYS = 90;
const Count = z.number();

/** GET /api/admin/figures, for admins only. */
export const FiguresQuery = z.object({ days: z.coerce.number().int().min(1).max(MAX_DAYS).default(30) });

export const FiguresDay = z.object({
  date: z.string().describe('UTC, such as 2026-01-31.'),
  newUsers: Count,
  messages: Count.describe('Accepted messages, including regenerations.'),
  replies: Count.describe('Replies that completed or were stopped.'),
  failures: Count.describe('Replies that failed or were interrupted.'),
});
export type FiguresDay = z.infer<typeof FiguresDay>;

export const FiguresResponse = Success.extend({
  users: Count.describe('Accounts that are not deleted.'),
  runningReplies: Count,
  subscriptions: z
    .array(z.object({ status: z.string(), count: Count }))
    .describe('Users by the status of their subscription at Stripe. Each user counts once.'),
  activeSubscriptions: Count.describe('Subscriptions that are active or trialing.'),
  monthlyRevenue: z
    .array(z.object({ currency: z.string(), amount: Count.describe('In the smallest unit of the currency.') }))
    .describe('Of active subscriptions without trials.'),
  duplicateSubscriptions: Count.describe('Users with more than one live subscription, who may be owed a refund.'),
  days: z.array(FiguresDay).describe('Oldest first, today last, without gaps.'),
  failures: z.array(z.object({ code: z.string(), count: Count })).describe('Over all these days, most frequent first.'),
});
export type FiguresResponse = z.infer<typeof FiguresResponse>;
