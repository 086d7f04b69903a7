import { isServiceFault } from '../model/service-fault.ts';

/** How often in a row a provider may fail. */
const MOST_FAILURES = 3;
/** How long a provider is set aside, in milliseconds: twice as long after each failed attempt to come back. */
const FIRST_MS = 30_000;
const LONGEST_MS = 5 * 60_000;

interface Record {
  failures: number;
  /** Epoch milliseconds until which it is set aside. */
  until: number;
  waitMs: number;
  isTried: boolean;
}

/** One request to a provider. The first call counts, apart from `begun`. */
export interface Attempt {
  /** Its answer began, so other requests need not wait for its end to try the provider, too. */
  begun(): void;
  answered(): void;
  failed(error: unknown): void;
  /** It ended without an answer and without a failure, such as when it was stopped. */
  left(): void;
}

/**
 * Sets providers aside that fail repeatedly (a circuit breaker), so that people do not wait for them. Afterwards a
 * single request tries whether the provider is back. Each process decides for itself.
 */
export class Providers {
  readonly #now: () => number;
  readonly #records = new Map<string, Record>();

  constructor(now: () => number) {
    this.#now = now;
  }

  isSetAside(provider: string): boolean {
    const record = this.#records.get(provider);
    return record !== undefined && (record.isTried || record.until > this.#now());
  }

  /** Null while the provider is set aside. */
  attempt(provider: string): Attempt | null {
    if (this.isSetAside(provider)) return null;
    const record = this.#records.get(provider) ?? { failures: 0, until: 0, waitMs: 0, isTried: false };
    this.#records.set(provider, record);
    const isTrial = record.failures >= MOST_FAILURES;
    record.isTried ||= isTrial;
    let isOver = false;
    let isTrying = isTrial;
    const begun = () => {
      if (isTrying) record.isTried = false;
      isTrying = false;
    };
    const end = (change: () => void) => () => {
      if (isOver) return;
      isOver = true;
      begun();
      change();
    };
    return {
      begun,
      answered: end(() => Object.assign(record, { failures: 0, until: 0, waitMs: 0 })),
      left: end(() => {}),
      failed: (error) => end(() => this.#fail(record, error))(),
    };
  }

  #fail(record: Record, error: unknown): void {
    // These two are about one model or one moment.
    if (!isServiceFault(error) || error.code === 'model-rate-limited' || error.code === 'model-not-found') return;
    record.failures++;
    // Requests that began before it was set aside say nothing new.
    if (record.failures < MOST_FAILURES || record.until > this.#now()) return;
    record.waitMs = Math.min(record.waitMs === 0 ? FIRST_MS : record.waitMs * 2, LONGEST_MS);
    record.until = this.#now() + record.waitMs;
  }
}
