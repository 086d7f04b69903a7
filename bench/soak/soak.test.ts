import { describe, expect, it } from 'vitest';
import { HAS_REDIS } from '@parley/api/testing/redis-process';
import { soak } from './soak.ts';

/** Five seconds each. */
const REPLIES = { people: 150, forMs: 0, deltas: 50, intervalMs: 100, rampMs: 0, brokenOneIn: 10, patienceMs: 30_000 };

describe.runIf(HAS_REDIS && process.env.PARLEY_TEST_ALL)('T46: 150 replies at once over two processes', () => {
  it('150 concurrent replies reach their readers exactly once and leave no handle open', async () => {
    const { replies, readers, faults, processes } = await soak(REPLIES);
    expect(faults).toEqual([]);
    expect([replies, readers]).toEqual([150, { stays: 120, cut: 15, killed: 15 }]);
    for (const { before, after } of processes) {
      expect(after.open).toBeLessThanOrEqual(before.open);
      expect(after.sockets).toBeLessThanOrEqual(before.sockets);
    }
  }, 120_000);
});
