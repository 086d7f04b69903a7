import { AppError } from '@parley/core';
import type { BackendWatcher } from '../chat/watch-backends.ts';
import type { Status } from '../status/status.ts';
import type { Metrics } from './metrics.ts';

/** Reports the results of back-end calls to the metrics and the status page. */
export function backendWatcher(metrics: Metrics, status: Status): BackendWatcher {
  return {
    onFirstEvent: (seconds) => metrics.upstreamFirstTokenSeconds.observe(seconds),
    onSuccess: (part) => status.record(part, 'operational'),
    onFailure(part, error) {
      metrics.upstreamErrors.inc({ part, code: error instanceof AppError ? error.code : 'internal' });
      status.recordFailure(part, error);
    },
  };
}
