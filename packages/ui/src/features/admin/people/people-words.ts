import { explainCode, isErrorCode, MODES, type AuditLine, type Person, t } from '@parley/core';
import { LOCALE } from '../../../kit/text/format/locale.ts';

const ACTIONS: Record<string, string> = {
  'give-premium': t`Gave Premium`,
  'give-messages': t`Gave more messages`,
  'end-gifts': t`Ended gifts`,
  'sign-out': t`Signed out everywhere`,
  block: t`Blocked`,
  unblock: t`Unblocked`,
  'send-export': t`Sent the export`,
  delete: t`Deleted the account`,
  cancel: t`Canceled the subscription`,
  refund: t`Refunded a payment`,
  'report-done': t`Marked a reported reply as done`,
  'owner-page': t`Opened a page for owners`,
};
const OUTCOMES: Record<string, string> = { started: t`Not finished`, failed: t`Failed`, refused: t`Refused` };

const DETAILS: Record<string, string> = {
  days: t`days`,
  messages: t`messages`,
  reason: t`reason`,
};
/** Stripe's status of a subscription. */
const STATUSES: Record<string, string> = {
  active: t`active`,
  trialing: t`trialing`,
  past_due: t`Past Due`,
  canceled: t`canceled`,
  unpaid: t`unpaid`,
  incomplete: t`incomplete`,
  incomplete_expired: t`Expired`,
  paused: t`paused`,
};

/** Requests of owners that change something, by their path below `/api/admin`. */
const CHANGES: [RegExp, string][] = [
  [/^\/brand$/, t`Changed the product`],
  [/^\/doctor$/, t`Checked the setup`],
  [/\/take-down$/, t`Took down a shared page`],
  [/^\/reports\//, t`Dismissed the reports of a shared page`],
];

function changeOf({ action, details }: Pick<AuditLine, 'action' | 'details'>): string | undefined {
  return action === 'change' ? CHANGES.find(([path]) => path.test(String(details['path'])))?.[1] : undefined;
}

/** `Gave Premium`; an act of a later version has its own name. */
export function actionWords(line: Pick<AuditLine, 'action' | 'details'>): string {
  return changeOf(line) ?? ACTIONS[line.action] ?? line.action;
}

/** Null for an act that was done. */
export function outcomeWords({ outcome }: Pick<AuditLine, 'outcome'>): string | null {
  return OUTCOMES[outcome] ?? null;
}

/** `days: 7 · messages: 50`; empty where the action says it all. A value without a name of ours stands alone. */
export function detailWords(line: Pick<AuditLine, 'action' | 'details'>): string {
  if (changeOf(line) !== undefined) return '';
  return Object.entries(line.details)
    .filter(([name]) => name !== 'report')
    .map(([name, value]) => (DETAILS[name] === undefined ? value : `${DETAILS[name]}: ${valueWords(value)}`))
    .join(' · ');
}

/** An unexpected failure has its code in place of a sentence. */
function valueWords(value: string | number): string | number {
  return typeof value === 'string' && isErrorCode(value) ? explainCode(value) : value;
}

/** `Jan 3, 2027, 4:05 PM`, in the reader's time. */
export function momentWords(iso: string): string {
  return new Date(iso).toLocaleString(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
}

export function roleWords(role: NonNullable<Person['role']>): string {
  return { owner: t`owner`, support: t`support` }[role];
}

/** `active`, beside the name of the plan. */
export function statusWords(status: string): string {
  return STATUSES[status] ?? status;
}

export function modeWords(mode: string): string {
  return MODES.find(({ id }) => id === mode)?.label ?? mode;
}
