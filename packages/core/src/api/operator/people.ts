import { z } from 'zod';
import { t } from '../../language/translate.ts';
import { Success, Time } from '../response.ts';
import { User, Usage } from '../account/user.ts';

const MAX_GIFT_DAYS = 366;
const MAX_GIFT_MESSAGES = 10_000;

/** A count that staff types: what is wrong with it is said without the field's name. */
const countUpTo = (most: number, error: string) => z.number(error).int(error).min(1, error).max(most, error);

const GiftDays = countUpTo(MAX_GIFT_DAYS, t`Give from 1 to ${MAX_GIFT_DAYS} days.`);
const GiftMessages = countUpTo(
  MAX_GIFT_MESSAGES,
  t`Give from 1 to ${MAX_GIFT_MESSAGES.toLocaleString('en')} messages.`,
);

/** Something that staff does to an account. */
export const PersonAct = z.discriminatedUnion('type', [
  z.object({ type: z.literal('give-premium'), days: GiftDays.describe('From now on. It replaces any earlier gift.') }),
  z.object({
    type: z.literal('give-messages'),
    messages: GiftMessages.describe('More messages in each usage window.'),
    days: GiftDays,
  }),
  z.object({ type: z.literal('end-gifts') }),
  z.object({ type: z.literal('sign-out') }),
  z.object({ type: z.literal('block') }),
  z.object({ type: z.literal('unblock') }),
  z.object({ type: z.literal('send-export') }),
  z.object({ type: z.literal('delete') }),
  z.object({ type: z.literal('cancel') }),
  z.object({ type: z.literal('refund'), invoiceId: z.string().min(1).max(200) }),
]);
export type PersonAct = z.infer<typeof PersonAct>;
export type PersonActType = PersonAct['type'];

/** POST /api/admin/people/find */
export const FindPersonRequest = z.object({
  email: z
    .string()
    .min(1)
    .max(320, t`No account has this address.`),
});
export type FindPersonRequest = z.infer<typeof FindPersonRequest>;

/** POST /api/admin/people/{userId}/acts: the same `id` again has no second effect. */
export const PersonActRequest = z.object({
  id: z.uuid().describe('Made by the client for each press.'),
  seen: z.number().int().min(0).max(1_000_000).describe('`acts` of the person as it was shown.'),
  act: PersonAct,
});
export type PersonActRequest = z.infer<typeof PersonActRequest>;

export const StaffRole = z.enum(['owner', 'support']);
export type StaffRole = z.infer<typeof StaffRole>;

const Failure = z.object({ at: Time, mode: z.string(), code: z.string() });

const Payment = z.object({
  invoiceId: z.string(),
  at: Time,
  amount: z.number().describe('In the currency’s smallest unit.'),
  currency: z.string(),
  url: z.string().describe('Its page in Stripe’s dashboard.'),
  refundable: z.boolean().describe('Whether it was paid and not refunded in full.'),
  refunded: z.boolean().describe('Whether it was refunded in full.'),
  left: z
    .exactOptional(z.number())
    .describe('What a refund gives back, in the same unit, of a payment that was refunded in part.'),
});

/** An account as staff sees it, without any word of its conversations. */
export const Person = z.object({
  user: User,
  role: StaffRole.nullable().describe('Null for everybody who is not staff.'),
  planName: z.exactOptional(z.string()).describe('Of a plan of the operator’s own.'),
  createdAt: Time,
  blockedAt: Time.nullable(),
  premiumUntil: Time.nullable().describe('Premium that was given, while it lasts.'),
  extraMessages: z.object({ messages: z.number(), until: Time }).nullable().describe('The allowance, while it lasts.'),
  usage: Usage,
  sessions: z.array(z.object({ device: z.string(), lastSeenAt: Time })).describe('Last used first, at most 50.'),
  apiKeys: z.number(),
  failures: z.array(Failure).describe('The last replies that failed, newest first, at most ten.'),
  cost: z
    .object({ microdollars: z.number(), requests: z.number() })
    .nullable()
    .describe('Of the last 30 days; null for support.'),
  billing: z
    .object({
      customerUrl: z.string().describe('The customer’s page in Stripe’s dashboard.'),
      payments: z.array(Payment).nullable().describe('Null while Stripe cannot be reached.'),
      canCancel: z.boolean(),
    })
    .nullable()
    .describe('Null for support, and for people who never paid.'),
  acts: z.number().describe('How many acts the audit list has about this account.'),
});
export type Person = z.infer<typeof Person>;

/** The account after an act; null once it is deleted. */
export const PersonResponse = Success.extend({ person: Person.nullable() });
export type PersonResponse = z.infer<typeof PersonResponse>;

export const AuditOutcome = z.enum(['started', 'done', 'failed', 'refused']);
export type AuditOutcome = z.infer<typeof AuditOutcome>;

/** One line of the audit list. */
export const AuditLine = z.object({
  id: z.string(),
  at: Time,
  actor: z.string().describe('The address of the member of staff.'),
  action: z.string().describe('The type of the act, such as `block`.'),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  outcome: AuditOutcome.describe('`started`: not known to have ended.'),
  person: z
    .string()
    .nullable()
    .describe('The address of the account as it is now; null without one or once it is deleted.'),
});
export type AuditLine = z.infer<typeof AuditLine>;

/** GET /api/admin/audit */
export const AuditQuery = z.object({ before: z.exactOptional(z.string().min(1).max(200)) });

export const AuditResponse = Success.extend({
  lines: z.array(AuditLine).describe('Newest first.'),
  nextBefore: z.string().nullable(),
});
export type AuditResponse = z.infer<typeof AuditResponse>;

/** GET /api/admin/role */
export const RoleResponse = Success.extend({ role: StaffRole });
export type RoleResponse = z.infer<typeof RoleResponse>;
