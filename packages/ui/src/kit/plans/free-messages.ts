import { plural, type ProductSettings } from '@parley/core';

/** What the free plan has: `10 messages every 5 hours`. */
export function freeMessages({
  messagesLimit,
  windowHours,
}: Pick<ProductSettings, 'messagesLimit' | 'windowHours'>): string {
  const often = plural(windowHours)`every ${windowHours} hour|every ${windowHours} hours`;
  return plural(messagesLimit)`${messagesLimit} message ${often}|${messagesLimit} messages ${often}`;
}
