import { t } from '@parley/core';
/** A duration in words: '1 s', '12 s', '2 min 5 s'. Less than a second counts as one. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  return [minutes > 0 && t`${minutes} min`, seconds % 60 > 0 && `${seconds % 60} s`].filter(Boolean).join(' ');
}
