import {
  AppError,
  MODES,
  refusalOf,
  tryAgainIn,
  type ModeId,
  type NewCounted,
  type Usage,
  type UsageRule,
  type UsageWindow,
} from '@parley/core';

const NAMES = Object.fromEntries(MODES.map(({ id, label }) => [id, label])) as Record<ModeId, string>;

interface Refusal {
  /** The window that refused the message. */
  window: UsageWindow;
  rule: UsageRule;
  isPaid: boolean;
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
    return [{ name: id === 'image' ? 'Pictures' : label, used: used.modes?.[id] ?? 0, limit: most }];
  });
  return [...(limit === null ? [] : [{ name: 'Messages', used: used.used, limit }]), ...ofModes];
}

/** The error for a message that a plan refuses: says the limit and when it resets. */
export function limitReached(
  { window, rule, isPaid, usage }: Refusal,
  message: Pick<NewCounted, 'mode' | 'isPart'>,
  now: number,
): AppError {
  const retryAfter = Math.max(1, Math.ceil((window.end - now) / 1000));
  const refusal = refusalOf(window, rule, message) ?? { of: 'messages', limit: rule.limit ?? 0 };
  if (refusal.of === 'mode' && refusal.limit === 0) {
    return new AppError('usage-limit-reached', { message: notOffered(message.mode, isPaid), details: { ...usage } });
  }
  const what = refusal.of === 'messages' ? counted(refusal.limit, 'message') : ofMode(refusal.limit, message.mode);
  const sentence = isPaid
    ? `You’ve reached your plan’s limit of ${what} a day.`
    : `You’ve used your ${what}. Premium has more.`;
  // The sentence for free messages is the table's.
  const own = isPaid || refusal.of === 'mode' ? { message: `${sentence} ${tryAgainIn(retryAfter)}` } : {};
  return new AppError('usage-limit-reached', { retryAfter, details: { ...usage }, ...own });
}

/** Why an account cannot use a mode at all. */
export function notOffered(mode: ModeId, isPaid: boolean): string {
  return isPaid ? `${NAMES[mode]} isn’t part of your plan.` : `${NAMES[mode]} is part of Premium.`;
}

function ofMode(limit: number, mode: ModeId): string {
  return mode === 'image' ? counted(limit, 'picture') : counted(limit, `${NAMES[mode]} message`);
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
