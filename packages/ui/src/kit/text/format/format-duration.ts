import { t } from '@parley/core';
/** A duration in words: '1 s', '12 s', '2 min 5 s'. Less than a second counts as one. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  if (minutes === 0) return t`${rest} s`;
  return rest === 0 ? t`${minutes} min` : t`${minutes} min ${rest} s`;
}
