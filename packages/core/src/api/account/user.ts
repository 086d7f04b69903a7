import { z } from 'zod';
import { LANGUAGES } from '../../language/languages.ts';
import { enumOf, idsOf } from '../enum-of.ts';
import { ModelName } from '../chat/message.ts';
import { Success, Time } from '../response.ts';

export const SubscriptionTier = z.enum(['free', 'premium']);
export type SubscriptionTier = z.infer<typeof SubscriptionTier>;

/** A language that Parley has, such as `pt-BR`. */
export const Language = enumOf(idsOf(LANGUAGES));

/** The user as every client sees it. */
export const User = z.object({
  _id: z.string(),
  email: z.string().describe('Empty for an account that was opened with Apple and without an address.'),
  subscriptionTier: SubscriptionTier,
  subscriptionStatus: z.string().nullable(),
  usagePeriodEnd: Time.nullable().describe('The end of the paid period, not of the usage window.'),
  cancelAt: z.exactOptional(Time).describe('When a canceled subscription ends; absent while it renews.'),
  premiumUntil: z.exactOptional(Time).describe('When Premium that the operator gave ends; absent without it.'),
  extraMessagesUntil: z.exactOptional(Time).describe('When an allowance of more messages ends; absent without one.'),
  isAdmin: z.boolean(),
  isSupport: z
    .exactOptional(z.literal(true))
    .describe('Whether the user helps others at /admin, without being an admin.'),
  emailVerified: z.boolean(),
  brand: z
    .exactOptional(z.string())
    .describe('Changes with what GET /api/brand answers; absent without a brand. Refetch it then.'),
  model: z
    .exactOptional(ModelName)
    .describe('The model that answers you; absent where you can’t choose among several.'),
  language: z.exactOptional(Language).describe('The language of your mails and pages; absent if you never chose one.'),
});
export type User = z.infer<typeof User>;

export const Usage = z.object({
  messagesUsed: z.number(),
  messagesLimit: z.number(),
  periodEnd: Time.describe('With no window open: when one opened now would close.'),
  isLimitReached: z.boolean(),
  lesserModel: z
    .exactOptional(z.string())
    .describe('The name of the model that goes on answering because the free messages are used up.'),
  limits: z
    .exactOptional(z.array(z.object({ name: z.string(), used: z.number(), limit: z.number() })))
    .describe('What the plan limits until `periodEnd`; absent where only free messages are limited, or nothing is.'),
});
export type Usage = z.infer<typeof Usage>;

/** GET /api/chat/usage */
export const UsageResponse = Success.extend({
  ...Usage.shape,
  cost: z
    .exactOptional(z.object({ dollars: z.number(), most: z.number(), resetsAt: Time }))
    .describe('What today’s replies cost, where the plan limits it.'),
});
export type UsageResponse = z.infer<typeof UsageResponse>;
export type OwnUsage = Omit<UsageResponse, 'success'>;
