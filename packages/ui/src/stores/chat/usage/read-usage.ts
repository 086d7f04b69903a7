import type { Usage } from '@parley/core';

/** Parses the usage in the details of an error, if present. */
export function parseUsage(details: Record<string, unknown>): Usage | null {
  const { messagesUsed, messagesLimit, periodEnd, isLimitReached } = details;
  const isUsage =
    typeof messagesUsed === 'number' &&
    typeof messagesLimit === 'number' &&
    typeof periodEnd === 'string' &&
    typeof isLimitReached === 'boolean';
  return isUsage ? { messagesUsed, messagesLimit, periodEnd, isLimitReached } : null;
}
