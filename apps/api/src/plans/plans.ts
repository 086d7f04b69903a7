import {
  isPremium,
  openWindow,
  PLANS,
  t,
  usageAt,
  withGifts,
  type AppError,
  type FreeRule,
  type ModeId,
  type ModelName,
  type NewCounted,
  type Usage,
  type UsageRule,
  type UsageWindow,
} from '@parley/core';
import type { Accounts } from '../auth/accounts.ts';
import type { BillingSettings } from '../billing/billing-settings.ts';
import type { SpendingPlan } from '../storage/billing/spending-store.ts';
import type { UserRecord } from '../storage/storage.ts';
import { limitReached, limitsOf, notOffered } from './limits.ts';
import type { OwnPlan } from './plan-file.ts';

/** The plan of everyone without a paid one. */
const FREE = 'free';
/** The name of a plan that is not on sale any more. */
export const earlierPlan = () => t`Earlier plan`;
const MICRO = 1_000_000;
const DAY_MS = 24 * 3_600_000;

export type Plans = ReturnType<typeof createPlans>;
export type PlanOf = Plans['planOf'];

/** A model for free accounts at their limit. */
export interface LesserSettings {
  model: ModelName;
  /** How many messages of a window it answers. */
  messages: number;
}

export interface PlansDependencies {
  settings: {
    billing: Pick<BillingSettings, 'priceIds'> | null;
    /** The plans of the operator's file; null for the three that come with the product. */
    ownPlans: OwnPlan[] | null;
    usageRule: FreeRule;
    /** Goes on answering when the free messages are used up; nothing by default. */
    lesser?: LesserSettings | null;
  };
  accounts: Pick<Accounts, 'isUnlimited' | 'isAdmin'>;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Knows the plan of each account, and what it limits. */
export function createPlans({ settings, accounts, now }: PlansDependencies) {
  const { billing, ownPlans, usageRule, lesser = null } = settings;
  const idByPrice = new Map(Object.entries(billing?.priceIds ?? {}).map(([id, priceId]) => [priceId, id]));
  const first = ownPlans?.[0]?.id ?? PLANS[0].id;
  const ruleById = new Map((ownPlans ?? []).map(({ id, caps }) => [id, ruleOfCaps(caps)]));

  const nameById = (planId: string | null) => ownPlans?.find(({ id }) => id === planId)?.name ?? null;

  /** The id of the plan that an account with Premium pays; null for an earlier plan and for none. */
  const paidPlan = ({ subscriptionPriceId }: UserRecord) => idByPrice.get(subscriptionPriceId ?? '') ?? null;

  /**
   * The plan whose caps the account has; null for admins, who have none, and for an earlier plan, which has lost its
   * own.
   */
  function cappedPlan(user: UserRecord): string | null {
    if (!accounts.isUnlimited(user) || accounts.isAdmin(user)) return null;
    // Premium that was given is the first plan.
    return paidPlan(user) ?? (isPremium(user) ? null : first);
  }

  /** The rule that limits the account's messages, with its allowance; null where nothing does. */
  function ruleOf(user: UserRecord): UsageRule | null {
    if (!accounts.isUnlimited(user)) return withGifts(usageRule, user, now());
    const rule = ruleById.get(cappedPlan(user) ?? '');
    return rule ? withGifts(rule, user, now()) : null;
  }

  /** The model that goes on for this user at the free limit, and the rule with its messages; null without one. */
  function lesserOf(user: UserRecord): { model: ModelName; rule: FreeRule } | null {
    if (!lesser || accounts.isUnlimited(user)) return null;
    const rule = withGifts(usageRule, user, now());
    return { model: lesser.model, rule: { ...rule, limit: rule.limit + lesser.messages } };
  }

  /** The account's usage. Null: the account was deleted meanwhile. */
  function usageOf(user: UserRecord | null, window: UsageWindow | null, at: number): Usage {
    const usage = ownUsageOf(user, window, at);
    const beyond = user && lesserOf(user);
    if (!beyond) return usage;
    const { messagesUsed, messagesLimit, limits } = usage;
    return {
      ...usage,
      messagesUsed: Math.min(messagesUsed, messagesLimit),
      ...(limits && { limits: limits.map((each) => ({ ...each, used: Math.min(each.used, each.limit) })) }),
      isLimitReached: messagesUsed >= beyond.rule.limit,
      ...(messagesUsed >= messagesLimit && messagesUsed < beyond.rule.limit && { lesserModel: beyond.model.label }),
    };
  }

  function ownUsageOf(user: UserRecord | null, window: UsageWindow | null, at: number): Usage {
    const isPaid = user !== null && accounts.isUnlimited(user);
    const usage = usageAt(window, at, user ? withGifts(usageRule, user, at) : usageRule, isPaid);
    const rule = user ? ruleOf(user) : usageRule;
    if (!rule || (!isPaid && !usageRule.modes)) return usage;
    const open = openWindow(window, at, rule);
    return {
      ...usage,
      messagesUsed: open.used,
      messagesLimit: rule.limit ?? usage.messagesLimit,
      periodEnd: new Date(open.end).toISOString(),
      limits: limitsOf(open, rule),
    };
  }

  return {
    /**
     * The id of the account's plan, or `free`. Premium without a plan on sale, such as that of an admin or of an
     * earlier plan, counts as the first paid one.
     */
    planOf: (user: UserRecord): string => (accounts.isUnlimited(user) ? (paidPlan(user) ?? first) : FREE),
    /** The plan to which an account's costs are added. Premium without a plan of the operator's file is `premium`. */
    payingPlan(user: UserRecord): SpendingPlan {
      if (!accounts.isUnlimited(user)) return FREE;
      return (ownPlans && paidPlan(user)) ?? 'premium';
    },
    /** The name of the account's plan where plans are the operator's own; null without one. */
    planName(user: UserRecord): string | null {
      if (!ownPlans || !accounts.isUnlimited(user) || accounts.isAdmin(user)) return null;
      return nameById(cappedPlan(user)) ?? earlierPlan();
    },
    /** The name of a plan to which costs were added; its id where it has none. */
    nameOfPaying: (plan: SpendingPlan): string => nameById(plan) ?? plan,
    ruleOf,
    lesserOf,
    usageOf,
    /** Whether a plan limits what an account's replies may cost. */
    limitsCosts: ownPlans?.some(({ caps }) => caps.dollars !== undefined) ?? false,
    /**
     * What the account's replies may cost a day, in microdollars; null where its plan does not say. Null: it was
     * deleted.
     */
    dailyCostOf(user: UserRecord | null): number | null {
      const plan = user && cappedPlan(user);
      const dollars = ownPlans?.find(({ id }) => id === plan)?.caps.dollars;
      return dollars === undefined ? null : Math.round(dollars * MICRO);
    },
    /** Whether the plans are the operator's own. */
    namesOwn: ownPlans !== null,
    /** The name of the plan with this price. */
    nameOf: (priceId: string | null): string => ownPlans?.find(({ price }) => price === priceId)?.name ?? earlierPlan(),

    /** Why this user, or a visitor, cannot use a mode at all; null where they can. */
    refusalOfMode(user: UserRecord | null, mode: ModeId): string | null {
      const isPaid = user !== null && accounts.isUnlimited(user);
      const rule = user ? ruleOf(user) : usageRule;
      return rule?.modes?.[mode] === 0 ? notOffered(mode, isPaid) : null;
    },

    /** The error for a message that the account's plan refuses. `window`: the one that refused it. */
    limitReached(
      user: UserRecord,
      window: UsageWindow,
      message: Pick<NewCounted, 'mode' | 'isPart'>,
      at: number,
    ): AppError {
      const rule = ruleOf(user) ?? usageRule;
      return limitReached(
        {
          window,
          rule,
          isPaid: accounts.isUnlimited(user),
          namesOwn: ownPlans !== null,
          usage: usageOf(user, window, at),
        },
        message,
        at,
      );
    },
  };
}

function ruleOfCaps({ messages, pictures }: OwnPlan['caps']): UsageRule | null {
  if (messages === undefined && pictures === undefined) return null;
  return {
    limit: messages ?? null,
    windowLength: DAY_MS,
    ...(pictures !== undefined && { modes: { image: pictures } }),
  };
}
