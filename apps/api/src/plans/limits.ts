import {
  AppError,
  MODES,
  refusalOf,
  plural,
  t,
  translated,
  tryAgainIn,
  type ModeId,
  type NewCounted,
  type Usage,
  type UsageRule,
  type UsageWindow,
} from '@parley/core';
import { numberText } from '../language/speak.ts';

const NAMES = Object.fromEntries(MODES.map(({ id, label }) => [id, label])) as Record<ModeId, string>;

const PICTURES = t`Pictures`;

interface Refusal {
  /** The window that refused the message. */
  window: UsageWindow;
  rule: UsageRule;
  isPaid: boolean;
  /** Whether the plans are the operator's own. */
  namesOwn: boolean;
  usage: Usage;
}

/** The limits of a rule with what is used of each, as people see them. */
export function limitsOf(
  used: Pick<UsageWindow, 'used' | 'modes'>,
  { limit, modes = {} }: UsageRule,
): NonNullable<Usage['limits']> {
  const ofModes = MODES.flatMap(({ id, label }) => {
    const most = modes[id];
    if (most === undefined) return [];
    return [{ name: translated(id === 'image' ? PICTURES : label), used: used.modes?.[id] ?? 0, limit: most }];
  });
  return [...(limit === null ? [] : [{ name: t`Messages`, used: used.used, limit }]), ...ofModes];
}

/** The error for a message that a plan refuses: says the limit and when it resets. */
export function limitReached(
  { window, rule, isPaid, namesOwn, usage }: Refusal,
  message: Pick<NewCounted, 'mode' | 'isPart'>,
  now: number,
): AppError {
  const retryAfter = Math.max(1, Math.ceil((window.end - now) / 1000));
  const refusal = refusalOf(window, rule, message) ?? { of: 'messages', limit: rule.limit ?? 0 };
  if (refusal.of === 'mode' && refusal.limit === 0) {
    return new AppError('usage-limit-reached', { message: notOffered(message.mode, isPaid), details: { ...usage } });
  }
  const sentence = (isPaid ? ofPlan : ofFree)(refusal.limit, refusal.of === 'messages' ? null : message.mode);
  // The table's sentence promises unlimited messages, which an operator's own plans may not have.
  const isOwn = isPaid || refusal.of === 'mode' || (namesOwn && refusal.limit > 0);
  const own = isOwn ? { message: `${sentence} ${tryAgainIn(retryAfter)}` } : {};
  return new AppError('usage-limit-reached', { retryAfter, details: { ...usage }, ...own });
}

/** Why an account cannot use a mode at all. */
export function notOffered(mode: ModeId, isPaid: boolean): string {
  const name = translated(NAMES[mode]);
  return isPaid ? t`${name} isn’t part of your plan.` : t`${name} is part of Premium.`;
}

/** A null mode means all messages. */
function ofPlan(limit: number, mode: ModeId | null): string {
  const count = numberText(limit);
  if (mode === null)
    return plural(
      limit,
    )`You’ve reached your plan’s limit of ${count} message a day.|You’ve reached your plan’s limit of ${count} messages a day.`;
  if (mode === 'image')
    return plural(
      limit,
    )`You’ve reached your plan’s limit of ${count} picture a day.|You’ve reached your plan’s limit of ${count} pictures a day.`;
  const name = translated(NAMES[mode]);
  return plural(
    limit,
  )`You’ve reached your plan’s limit of ${count} ${name} message a day.|You’ve reached your plan’s limit of ${count} ${name} messages a day.`;
}

function ofFree(limit: number, mode: ModeId | null): string {
  const count = numberText(limit);
  if (mode === null)
    return plural(
      limit,
    )`You’ve used your ${count} message. Premium has more.|You’ve used your ${count} messages. Premium has more.`;
  if (mode === 'image')
    return plural(
      limit,
    )`You’ve used your ${count} picture. Premium has more.|You’ve used your ${count} pictures. Premium has more.`;
  const name = translated(NAMES[mode]);
  return plural(
    limit,
  )`You’ve used your ${count} ${name} message. Premium has more.|You’ve used your ${count} ${name} messages. Premium has more.`;
}
