import { z } from 'zod';
import { Success } from '../response.ts';

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

const Microdollars = z.number().describe('In millionths of a US dollar.');
const Cost = z.object({ microdollars: Microdollars, requests: Count });

export const CostFigures = z.object({
  microdollars: Microdollars,
  estimatedMicrodollars: Microdollars.describe('The part that no provider counted.'),
  unpricedRequests: Count.describe('Requests to models without a price, whose cost is unknown.'),
  days: z
    .array(
      z.object({
        date: z.string(),
        microdollars: Microdollars,
        estimatedMicrodollars: Microdollars.describe('The part that no provider counted.'),
      }),
    )
    .describe('Oldest first, without gaps.'),
  modes: z.array(Cost.extend({ mode: z.string() })).describe('Dearest first, like all that follows.'),
  models: z.array(
    Cost.extend({
      model: z.string(),
      inputTokens: Count,
      cachedTokens: Count,
      outputTokens: Count,
      unpricedRequests: Count,
    }),
  ),
  plans: z
    .array(Cost.extend({ plan: z.string() }))
    .describe('`free`, the name of a plan of the operator’s own, or else `premium`.'),
  accounts: z
    .array(
      Cost.extend({
        email: z.string().nullable().describe('Its id without one; null for a deleted account.'),
        plan: z.string(),
      }),
    )
    .describe('The ten most expensive.'),
  prices: z
    .object({ shipped: z.string(), own: z.string().nullable() })
    .describe('The days of the shipped prices and of the operator’s own.'),
  limits: z
    .exactOptional(
      z.array(
        z.object({
          period: z.enum(['day', 'month']),
          microdollars: Microdollars.describe('Spent in the current period, UTC.'),
          reserved: Microdollars.describe('What running replies may cost.'),
          most: Microdollars,
        }),
      ),
    )
    .describe('The cost limits of the whole server; absent without one.'),
});
export type CostFigures = z.infer<typeof CostFigures>;

export const ModerationFigures = z.object({
  days: z
    .array(
      z.object({
        date: z.string(),
        flagged: Count.describe('Questions that the moderation model flagged.'),
        unchecked: Count.describe('Questions that it could not check.'),
      }),
    )
    .describe('Oldest first, without gaps.'),
  categories: z
    .array(z.object({ category: z.string(), count: Count }))
    .describe('Flagged questions; one in several categories counts in each. Most frequent first.'),
});
export type ModerationFigures = z.infer<typeof ModerationFigures>;

export const FiguresResponse = Success.extend({
  users: Count.describe('Accounts that are not deleted.'),
  runningReplies: Count,
  shares: Count.describe('Share links that have not expired.'),
  subscriptions: z
    .array(z.object({ status: z.string(), count: Count }))
    .describe('Users by the status of their subscription at Stripe. Each user counts once.'),
  activeSubscriptions: Count.describe('Subscriptions that are active or trialing.'),
  monthlyRevenue: z
    .array(z.object({ currency: z.string(), amount: Count.describe('In the smallest unit of the currency.') }))
    .describe('Of active subscriptions without trials, before discounts.'),
  revenueByPlan: z
    .exactOptional(
      z.array(
        z.object({
          plan: z.string().describe('Its name; “Earlier plan” for one that is not on sale any more.'),
          currency: z.string(),
          amount: Count.describe('A month, in the smallest unit of the currency.'),
          count: Count.describe('Active subscriptions without trials.'),
        }),
      ),
    )
    .describe('By currency, highest first; absent without plans of the operator’s own.'),
  duplicateSubscriptions: Count.describe('Users with more than one live subscription, who may be owed a refund.'),
  days: z.array(FiguresDay).describe('Oldest first, today last, without gaps.'),
  failures: z.array(z.object({ code: z.string(), count: Count })).describe('Over all these days, most frequent first.'),
  moderation: z
    .exactOptional(ModerationFigures)
    .describe('What the check of questions found on these days; absent while `MODERATION` is off.'),
  costs: CostFigures.nullable()
    .optional()
    .describe(
      'What these days cost, as read within ten minutes. Null while that is being read: ask again in a second. Absent from earlier servers.',
    ),
});
export type FiguresResponse = z.infer<typeof FiguresResponse>;
