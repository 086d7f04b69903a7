import { plural, t, type ProductSettings } from '@parley/core';

/** `every 5 hours`, `every hour` */
export function howOften(windowHours: number): string {
  if (windowHours === 1) return t`every hour`;
  return plural(windowHours)`every ${windowHours} hour|every ${windowHours} hours`;
}

/** What the free plan has: `10 messages every 5 hours`. */
export function freeMessages({
  messagesLimit,
  windowHours,
}: Pick<ProductSettings, 'messagesLimit' | 'windowHours'>): string {
  const often = howOften(windowHours);
  return plural(messagesLimit)`${messagesLimit} message ${often}|${messagesLimit} messages ${often}`;
}
