import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refund, reserve, usageAt, windowOf, type UsageCount } from './usage.ts';

const HOUR = 3_600_000;
const message = (id: string) => ({ id, mode: 'normal' }) as const;
const rule = { limit: 10, windowLength: 12 * HOUR };

/** The count after a message at each of these times, named by their places. */
function countAt(times: number[], count: UsageCount | null = null): UsageCount {
  const counted = times.reduce(
    (all: UsageCount | null, time, index) => reserve(all, message(`${index}`), time, rule),
    count,
  );
  if (!counted) throw new Error('the limit is reached');
  return counted;
}
const full = countAt(Array.from({ length: 10 }, () => 0));

describe('the usage window', () => {
  it('a window starts with the first counted message and ends twelve hours later', () => {
    expect(windowOf(countAt([500]))).toEqual({ used: 1, start: 500, end: 500 + 12 * HOUR });
    expect(windowOf(null)).toBeNull();
  });

  it.each([
    [-1, null],
    [0, { used: 1, start: 12 * HOUR, end: 24 * HOUR }],
    [1, { used: 1, start: 12 * HOUR + 1, end: 24 * HOUR + 1 }],
  ])('a full window grants a message only from its end on: %i ms', (offset, expected) => {
    expect(windowOf(reserve(full, message('x'), 12 * HOUR + offset, rule))).toEqual(expected);
  });

  it('a window opened while the clock was years ahead is closed once the clock is right, but not after two hours', () => {
    const now = 100 * HOUR;
    const ahead = (hours: number) => countAt(Array.from({ length: 10 }, () => now + hours * HOUR));
    const kept = reserve(ahead(20 * 365 * 24), message('x'), now, rule);
    expect(windowOf(kept)).toEqual({ used: 1, start: now, end: now + 12 * HOUR });
    expect(kept).toMatchObject({ refundsLeft: 10, refundsEnd: now + 12 * HOUR });
    expect(usageAt(windowOf(ahead(20 * 365 * 24)), now, rule, false)).toMatchObject({ messagesUsed: 0 });
    expect(reserve(ahead(2), message('x'), now, rule)).toBeNull();
  });

  it('no message is granted without free messages', () => {
    expect(reserve(null, message('x'), 0, { ...rule, limit: 0 })).toBeNull();
  });

  it('a window starts with the first message that is not refunded, in any order of ends', () => {
    const three = countAt([0, HOUR, 2 * HOUR]);
    expect(windowOf(refund(three, '0'))).toEqual({ used: 2, start: HOUR, end: 13 * HOUR });
    expect(windowOf(refund(refund(three, '1'), '0'))).toEqual({ used: 1, start: 2 * HOUR, end: 14 * HOUR });
    const none = ['0', '1', '2'].reduce(refund, three);
    expect(windowOf(none)).toBeNull();
    expect(windowOf(reserve(none, message('x'), 3 * HOUR, rule))).toEqual({ used: 1, start: 3 * HOUR, end: 15 * HOUR });
  });

  it('a refund applies once and only to a counted message', () => {
    const once = refund(full, '3');
    expect(windowOf(once)?.used).toBe(9);
    expect(refund(once, '3')).toBe(once);
    const later = countAt([12 * HOUR], full);
    expect(refund(later, '3')).toBe(later);
  });

  it('refunds stop at their limit, and further failed messages stay counted', () => {
    let count: UsageCount | null = null;
    for (let sent = 0; sent < 10; sent++) {
      count = reserve(count, message(`${sent}`), sent, rule);
      count = count && refund(count, `${sent}`);
    }
    expect(windowOf(count)).toBeNull();
    const kept = reserve(count, message('x'), 11 * HOUR, rule);
    expect(kept && windowOf(refund(kept, 'x'))).toEqual({ used: 1, start: 11 * HOUR, end: 23 * HOUR });
    const still = reserve(kept, message('y'), 23 * HOUR - 1, rule);
    expect(still && windowOf(refund(still, 'y'))?.used).toBe(2);
    const next = reserve(still, message('z'), 23 * HOUR, rule);
    expect(next && windowOf(refund(next, 'z'))).toBeNull();
  });

  it('grants and refunds never exceed the limit in one window, for any clock', () => {
    const step = fc.record({ now: fc.integer({ min: 0, max: 40 * HOUR }), fails: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        let count: UsageCount | null = null;
        let [refunds, end] = [0, -1];
        for (const [index, { now, fails }] of steps.entries()) {
          const next: UsageCount | null = reserve(count, message(`${index}`), now, rule);
          if (!next) continue;
          if (now >= end && next.counted.length === 1) [refunds, end] = [0, next.refundsEnd];
          count = fails ? refund(next, `${index}`) : next;
          if (count !== next) refunds++;
          end = Math.max(end, windowOf(count)?.end ?? 0);
          expect(count.counted.length).toBeLessThanOrEqual(10);
          expect(refunds).toBeLessThanOrEqual(10);
        }
      }),
    );
  });
});

describe('usageAt', () => {
  it('a window that is not open is shown as unused with its prospective end', () => {
    expect(usageAt(windowOf(full), 12 * HOUR, rule, false)).toEqual({
      messagesUsed: 0,
      messagesLimit: 10,
      periodEnd: new Date(24 * HOUR).toISOString(),
      isLimitReached: false,
    });
  });

  it('uncounted accounts are never limited', () => {
    expect(usageAt(windowOf(full), 1, rule, false).isLimitReached).toBe(true);
    expect(usageAt(windowOf(full), 1, rule, true).isLimitReached).toBe(false);
  });
});
