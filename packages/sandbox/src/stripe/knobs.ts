import { z } from 'zod';

/** What can be turned, by a test or on the page, to see how the product takes it. */
export const knobsSchema = z.strictObject({
  /** Where events go; empty: to the product at the origin that it last named. */
  webhookUrl: z.string(),
  /** Milliseconds before an event is sent. */
  delayMs: z.number().int().min(0),
  /** How often each event is sent. */
  copies: z.number().int().min(1).max(10),
  /** Sends what happens within 50 ms in another order, one after the other. */
  shuffle: z.boolean(),
  /** Sends nothing; a replay still does. */
  drop: z.boolean(),
  signature: z.enum(['good', 'wrong-secret', 'absent', 'garbled', 'rotated']),
  /** How old a signature says it is, in seconds; negative: from the future. */
  signatureAgeS: z.number().int(),
  /** `legacy`: the shape of before 2025, with the period on the subscription. */
  payload: z.enum(['current', 'legacy']),
  livemode: z.boolean(),
  /** Milliseconds between the tries for an event that was not answered with 2xx. */
  retryDelaysMs: z.array(z.number().int().min(0)).max(20),
  /** What happens to the next calls; `lose-answer` does what was asked and then hangs up. */
  apiFailure: z.enum(['none', 'error', 'rate-limit', 'hang-up', 'lose-answer', 'stall']),
  /** How many calls fail; null: all until it is turned off. */
  apiFailureTimes: z.number().int().min(1).nullable(),
  /** Each subscription from Checkout begins with a trial of this many days. */
  trialDays: z.number().int().min(0).max(730),
  /** Classic billing sets `cancel_at_period_end` when the portal cancels, flexible billing `cancel_at` alone. */
  billingMode: z.enum(['flexible', 'classic']),
  /** Whether the portal's settings were ever saved: without that, Stripe refuses to open one. */
  portalConfigured: z.boolean(),
});

export type StripeKnobs = z.infer<typeof knobsSchema>;

export const DEFAULT_KNOBS: StripeKnobs = {
  webhookUrl: '',
  delayMs: 0,
  copies: 1,
  shuffle: false,
  drop: false,
  signature: 'good',
  signatureAgeS: 0,
  payload: 'current',
  livemode: false,
  retryDelaysMs: [100, 300, 1000, 3000, 10_000],
  apiFailure: 'none',
  apiFailureTimes: null,
  trialDays: 0,
  billingMode: 'flexible',
  portalConfigured: true,
};
