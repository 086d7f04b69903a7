import type { Health, MinuteHealth } from '@parley/core';

const MINUTES = 60;
const MINUTE_MS = 60_000;
const RANK: Record<Health, number> = { operational: 0, degraded: 1, down: 2 };

interface Minute {
  minute: number;
  hasGood: boolean;
  worst: Health;
  /** Of the latest bad measurement. */
  reason: string | undefined;
}

/** What was measured of one part over the last hour, a minute at a time, in bounded memory. */
export class HealthLog {
  readonly #minutes: Minute[] = [];

  /** `at`: epoch milliseconds. `reason`: why it is not operational. */
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

  /** The 60 minutes that end with the one that `now` is in, that one last. */
  lastHour(now: number): MinuteHealth[] {
    const first = Math.floor(now / MINUTE_MS) - MINUTES + 1;
    const known = new Map(this.#minutes.map((minute) => [minute.minute, healthOf(minute)]));
    return Array.from({ length: MINUTES }, (_, index) => known.get(first + index) ?? 'none');
  }

  /** By the last minute of this hour in which something was measured; null when nothing was. */
  latest(now: number): { status: Health; reason?: string } | null {
    const last = this.#minutes.at(-1);
    if (!last || last.minute <= Math.floor(now / MINUTE_MS) - MINUTES) return null;
    const status = healthOf(last);
    return status === 'operational' || last.reason === undefined ? { status } : { status, reason: last.reason };
  }
}

/** What sometimes works is not down. */
function healthOf({ hasGood, worst }: Minute): Health {
  return worst === 'down' && hasGood ? 'degraded' : worst;
}
