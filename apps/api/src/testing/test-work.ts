import { createWork, type Work } from '../limits/work.ts';
import { createMetrics } from '../metrics/metrics.ts';

/** Schedulers with the product's limits, for unit tests that need them. */
export function testWork(): Work {
  return createWork(createMetrics());
}
