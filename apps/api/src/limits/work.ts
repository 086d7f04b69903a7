import type { Metrics } from '../metrics/metrics.ts';
import { FairScheduler } from './fair-scheduler.ts';
import { WORK_LIMITS, type WorkKind } from './work-limits.ts';

/** A scheduler for each kind of scarce work. Every process has its own places. */
export type Work = Record<WorkKind, FairScheduler>;

export function createWork(metrics: Pick<Metrics, 'workWaitSeconds' | 'workRefused' | 'watchWork'>): Work {
  const kinds = Object.keys(WORK_LIMITS) as WorkKind[];
  const schedulerOf = (kind: WorkKind) =>
    new FairScheduler(WORK_LIMITS[kind], {
      onAdmitted: (seconds) => metrics.workWaitSeconds.observe({ kind }, seconds),
      onRefused: () => metrics.workRefused.inc({ kind }),
    });
  const work = Object.fromEntries(kinds.map((kind) => [kind, schedulerOf(kind)])) as Work;
  metrics.watchWork(work);
  return work;
}
