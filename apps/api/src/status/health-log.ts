import type { Health, MinuteHealth } from '@parley/core';

const MINUTES = 60;
const MINUTE_MS = 60_000;
const RANK: Record<Health, number> = { operational: 0, degraded: 1, down: 2 };

interface Minute {
  minute: number;
  hasGood: boolean;
  worst: Health;
  /** Reason of the latest bad measurement. */
  reason: string | undefined;
}

/** One part's measurements over the last hour, per minute, in bounded memory. */
export class HealthLog {
  readonly #minutes: Minute[] = [];

  /** `at`: epoch milliseconds. `reason`: why the part is not operational. */
  add(health: Health, at: number, reason?: string): void {
    const minute = Math.floor(at / MINUTE_MS);
    let last = this.#minutes.at(-1);
    if (!last || last.minute < minute) {
      last = { minute, hasGood: false, worst: 'operational', reason: undefined };
      this.#minutes.push(last);
      if (this.#minutes.length > MINUTES) this.#minutes.shift();
    }
    if (health === 'operational') last.hasGood = true;
    else last.reason = reason;
    if (RANK[health] > RANK[last.worst]) last.worst = health;
  }

  /** The last 60 minutes, ending with the current one. */
  lastHour(now: number): MinuteHealth[] {
    const first = Math.floor(now / MINUTE_MS) - MINUTES + 1;
    const known = new Map(this.#minutes.map((minute) => [minute.minute, healthOf(minute)]));
    return Array.from({ length: MINUTES }, (_, index) => known.get(first + index) ?? 'none');
  }

  /** The health in the latest measured minute of this hour; null if nothing was measured. */
  latest(now: number): { status: Health; reason?: string } | null {
    const last = this.#minutes.at(-1);
    if (!last || last.minute <= Math.floor(now / MINUTE_MS) - MINUTES) return null;
    const status = healthOf(last);
    return status === 'operational' || last.reason === undefined ? { status } : { status, reason: last.reason };
  }
}

/** A part that works some of the time is degraded, not down. */
function healthOf({ hasGood, worst }: Minute): Health {
  return worst === 'down' && hasGood ? 'degraded' : worst;
}
