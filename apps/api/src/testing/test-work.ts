import { createWork, type Work } from '../limits/work.ts';
import { createMetrics } from '../metrics/metrics.ts';

/** Schedulers with the product's limits, for tests of a part that needs some. */
export function testWork(): Work {
  return createWork(createMetrics());
}
