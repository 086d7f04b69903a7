import { MODES, type AuditLine } from '@parley/core';

const ACTIONS: Record<string, string> = {
  'give-premium': 'Gave Premium',
  'give-messages': 'Gave more messages',
  'end-gifts': 'Ended gifts',
  'sign-out': 'Signed out everywhere',
  block: 'Blocked',
  unblock: 'Unblocked',
  'send-export': 'Sent the export',
  delete: 'Deleted the account',
  cancel: 'Canceled the subscription',
  refund: 'Refunded a payment',
  'report-done': 'Marked a reported reply as done',
  'owner-page': 'Opened a page for owners',
};
const OUTCOMES: Record<string, string> = { started: 'Not finished', failed: 'Failed', refused: 'Refused' };

/** `Gave Premium`; an act of a later version has its own name. */
export function actionWords(action: string): string {
  return ACTIONS[action] ?? action;
}

/** Null for an act that was done. */
export function outcomeWords({ outcome }: Pick<AuditLine, 'outcome'>): string | null {
  return OUTCOMES[outcome] ?? null;
}

/** `days: 7 · messages: 50`. */
export function detailWords(details: AuditLine['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ');
}

/** `Jan 3, 2027, 4:05 PM`, in the reader's time. */
export function momentWords(iso: string): string {
  return new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}

export function modeWords(mode: string): string {
  return MODES.find(({ id }) => id === mode)?.label ?? mode;
}
