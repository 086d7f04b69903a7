import { z } from 'zod';

/** Settings that a test or a person changes to see how the product copes. */
export const knobsSchema = z.strictObject({
  /** Webhook address; if empty, the product at the origin it last named. */
  webhookUrl: z.string(),
  /** Milliseconds before an event is sent. */
  delayMs: z.number().int().min(0),
  /** Number of times each event is sent. */
  copies: z.number().int().min(1).max(10),
  /** Sends events from the same 50 ms in a different order, one after the other. */
  shuffle: z.boolean(),
  /** Sends no events; a replay still does. */
  drop: z.boolean(),
  signature: z.enum(['good', 'wrong-secret', 'absent', 'garbled', 'rotated']),
  /** Age of the signature's timestamp, in seconds; negative means in the future. */
  signatureAgeS: z.number().int(),
  /** `legacy` is the shape before 2025, with the period on the subscription. */
  payload: z.enum(['current', 'legacy']),
  livemode: z.boolean(),
  /** Milliseconds before each retry of an event that was not answered with 2xx. */
  retryDelaysMs: z.array(z.number().int().min(0)).max(20),
  /** Failure of the next calls; `lose-answer` runs the call and then disconnects. */
  apiFailure: z.enum(['none', 'error', 'rate-limit', 'hang-up', 'lose-answer', 'stall']),
  /** Number of calls that fail; null means all until turned off. */
  apiFailureTimes: z.number().int().min(1).nullable(),
  /** Trial days of each subscription from Checkout. */
  trialDays: z.number().int().min(0).max(730),
  /** Classic billing sets `cancel_at_period_end` when the portal cancels, flexible billing `cancel_at` alone. */
  billingMode: z.enum(['flexible', 'classic']),
  /** Whether the portal's settings were ever saved; otherwise Stripe does not open a portal. */
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
