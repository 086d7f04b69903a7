import { hash, needsRehash, verify, argon2id } from 'argon2';
import { AppError } from '@parley/core';

const PARAMETERS = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = 2;
const WAITING = 32;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for a null hash, which fits no password, so that unknown addresses cannot be told by time. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
  /** Whether a hash was made with weaker parameters than today's. */
  isOutdated(passwordHash: string): boolean;
}

/**
 * argon2id on libuv's threads, at most two at once and 32 waiting: what comes on top is refused with `unavailable`, so
 * that a flood of logins cannot take the memory of the replies.
 */
export function createPasswords(): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];
  let decoy: Promise<string> | undefined;

  async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING) throw new AppError('unavailable', { retryAfter: 2 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  const normal = (password: string) => password.normalize('NFKC');
  const makeHash = (password: string) => queued(() => hash(normal(password), PARAMETERS));

  return {
    hash: makeHash,
    async verify(passwordHash, password) {
      decoy ??= makeHash('a password that nobody has');
      const comparedWith = passwordHash ?? (await decoy);
      const fits = await queued(() => verify(comparedWith, normal(password)));
      return passwordHash !== null && fits;
    },
    isOutdated: (passwordHash) => needsRehash(passwordHash, PARAMETERS),
  };
}
