import { t } from '@parley/core';
import { formatDecimal } from './format-decimal.ts';
/** A number of bytes in words: '512 B', '84 KB', '1.2 MB'. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return t`${bytes} B`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return t`${Math.round(kilobytes)} KB`;
  return t`${formatDecimal(kilobytes / 1024)} MB`;
}
