import { t } from '@parley/core';
import type { Cluster } from '../cluster/cluster.ts';
import { createRateLimit, type RateLimit } from '../limits/rate-limit.ts';

const DAY_S = 24 * 3600;

/** Limits the bytes of files that one user may store per day. */
export function createUploadLimit(cluster: Pick<Cluster, 'limiter'>, bytes: number): RateLimit {
  return createRateLimit(cluster, 'uploaded-bytes', {
    requests: bytes,
    seconds: DAY_S,
    reason: t`You’ve reached the daily limit for attachments.`,
  });
}

/** Limits the bytes of text that one user may store per day: messages, and text extracted from documents. */
export function createTextLimit(cluster: Pick<Cluster, 'limiter'>, bytes: number): RateLimit {
  return createRateLimit(cluster, 'text-bytes', {
    requests: bytes,
    seconds: DAY_S,
    reason: t`You’ve reached the daily limit for text.`,
  });
}
