import { AppError, rateLimited, t, type ErrorCode } from '@parley/core';
import type { Cluster } from '../cluster/cluster.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import { hashAddress } from './hash-address.ts';

/** Guesses of one address for one account: this many are free, then each costs a longer wait. */
const FREE_GUESSES = 5;
const GUESS_WINDOW_S = 15 * 60;
const FIRST_WAIT_S = 30;
/** Failures for one account, from all addresses, before further attempts are delayed. */
const FREE_FAILURES = 20;
const FAILURE_WINDOW_S = 3600;
const DELAY_STEP_MS = 250;
const LONGEST_DELAY_MS = 5_000;
/** Error codes for a password or code that was checked and did not match. */
const WRONG: ReadonlySet<string> = new Set<ErrorCode>(['wrong-credentials', 'wrong-password', 'wrong-code']);

export interface LoginGuard {
  /**
   * Runs `look`, which checks a password or a code, under the limits. `account` is the typed address, whether or not it
   * has an account, or the id of a user. Throws what `look` throws, or `rate-limited` with the seconds to wait. A right
   * password clears the failures of this address for this account; an attempt that could not be checked does not count.
   * An attacker cannot lock an account: an address without wrong guesses is delayed by a few seconds at most.
   */
  attempt<T>(account: string, address: string, look: () => Promise<T>): Promise<T>;
}

/** Names of the counters, by kind of guess. */
const NAMES = { passwords: 'login', codes: 'code' };
const TOO_MANY = { passwords: t`Too many wrong passwords.`, codes: t`Too many wrong codes.` };

/**
 * Limits the guessing of passwords, or of codes, which count on their own: the right password clears no wrong codes.
 * `failuresPerHour` is the number of failures per address, across all accounts.
 */
export function createLoginGuard(
  cluster: Pick<Cluster, 'limiter'>,
  { failuresPerHour, guessed = 'passwords' }: { failuresPerHour: number; guessed?: keyof typeof NAMES },
): LoginGuard {
  const name = NAMES[guessed];
  const guesses = cluster.limiter(`${name}-guesses`, { points: FREE_GUESSES, duration: GUESS_WINDOW_S });
  const waits = cluster.limiter(`${name}-waits`, { points: 1, duration: GUESS_WINDOW_S });
  const failures = cluster.limiter(`${name}-failures`, { points: FREE_FAILURES, duration: FAILURE_WINDOW_S });
  const ofAddress = createRateLimit(cluster, `${name}-address`, {
    requests: failuresPerHour,
    seconds: FAILURE_WINDOW_S,
  });
  const pairOf = (account: string, address: string) => `${address} ${account}`;

  async function refuseWhileWaiting(pair: string): Promise<void> {
    const wait = await waits.get(pair);
    if (!wait || wait.msBeforeNext <= 0) return;
    throw rateLimited(wait.msBeforeNext / 1000, TOO_MANY[guessed]);
  }

  async function admit(account: string, address: string): Promise<void> {
    const pair = pairOf(account, address);
    await refuseWhileWaiting(pair);
    // Counted before the outcome is known, so that simultaneous guesses count like guesses in a row.
    await ofAddress.consume(address);
    const { consumedPoints } = await guesses.penalty(pair, 1);
    if (consumedPoints > FREE_GUESSES) {
      // Simultaneous guesses all passed the first check; by now the first of them has set a wait.
      await refuseWhileWaiting(pair).catch(async (error: unknown) => {
        await guesses.reward(pair, 1);
        throw error;
      });
    }
    if (consumedPoints >= FREE_GUESSES) {
      const seconds = FIRST_WAIT_S * 2 ** (consumedPoints - FREE_GUESSES);
      await waits.block(pair, Math.min(seconds, GUESS_WINDOW_S));
    }
    const failed = await failures.penalty(account, 1);
    const delay = Math.min((failed.consumedPoints - FREE_FAILURES) * DELAY_STEP_MS, LONGEST_DELAY_MS);
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  }

  async function takeBack(account: string, address: string): Promise<void> {
    await failures.reward(account, 1);
    await ofAddress.giveBack(address);
  }

  async function succeeded(account: string, address: string): Promise<void> {
    const pair = pairOf(account, address);
    await guesses.delete(pair);
    await waits.delete(pair);
    await takeBack(account, address);
  }

  async function undecided(account: string, address: string): Promise<void> {
    const pair = pairOf(account, address);
    const { consumedPoints } = await guesses.reward(pair, 1);
    if (consumedPoints < FREE_GUESSES) await waits.delete(pair);
    await takeBack(account, address);
  }

  return {
    async attempt(typed, address, look) {
      const account = hashAddress(typed);
      await admit(account, address);
      try {
        const result = await look();
        await succeeded(account, address);
        return result;
      } catch (error) {
        const isWrong = error instanceof AppError && WRONG.has(error.code);
        if (!isWrong) await undecided(account, address);
        throw error;
      }
    },
  };
}
