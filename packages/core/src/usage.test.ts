import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refund, reserve, usageAt, type UsageWindow } from './usage.ts';

const HOUR = 3_600_000;
const rule = { limit: 10, windowLength: 12 * HOUR };
const full: UsageWindow = { used: 10, start: 0, end: 12 * HOUR };

describe('the usage window', () => {
  it('opens with the first counted message and closes twelve hours later', () => {
    expect(reserve(null, 500, rule)).toEqual({ used: 1, start: 500, end: 500 + 12 * HOUR });
  });

  it.each([
    [-1, null],
    [0, { used: 1, start: 12 * HOUR, end: 24 * HOUR }],
    [1, { used: 1, start: 12 * HOUR + 1, end: 24 * HOUR + 1 }],
  ])('at its end %i ms', (offset, expected) => {
    expect(reserve(full, full.end + offset, rule)).toEqual(expected);
  });

  it('grants nothing where nothing is free', () => {
    expect(reserve(null, 0, { ...rule, limit: 0 })).toBeNull();
  });

  it('gives back only to the window the message came from', () => {
    expect(refund(full, 0)).toEqual({ ...full, used: 9 });
    expect(refund(full, 1)).toEqual(full);
    expect(refund({ ...full, used: 0 }, 0)).toEqual({ ...full, used: 0 });
    expect(refund(null, 0)).toBeNull();
  });

  it('never grants more than the limit in one window, whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 * HOUR }), { maxLength: 80 }), (times) => {
        const granted = new Map<number, number>();
        let window: UsageWindow | null = null;
        for (const now of times) {
          const next: UsageWindow | null = reserve(window, now, rule);
          if (!next) continue;
          window = next;
          granted.set(next.start, (granted.get(next.start) ?? 0) + 1);
        }
        for (const count of granted.values()) expect(count).toBeLessThanOrEqual(10);
      }),
    );
  });
});

describe('usageAt', () => {
  it('shows a window that is not open as unused, with the end it would have', () => {
    expect(usageAt(full, full.end, rule, false)).toEqual({
      messagesUsed: 0,
      messagesLimit: 10,
      periodEnd: new Date(24 * HOUR).toISOString(),
      isLimitReached: false,
    });
  });

  it('is never limited for accounts that are not counted', () => {
    expect(usageAt(full, 1, rule, false).isLimitReached).toBe(true);
    expect(usageAt(full, 1, rule, true).isLimitReached).toBe(false);
  });
});
