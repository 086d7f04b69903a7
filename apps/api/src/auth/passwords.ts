import { randomBytes } from 'node:crypto';
import { hash, needsRehash, verify, argon2id } from 'argon2';
import { AppError } from '@parley/core';

const PARAMETERS = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** What fits no password, in the form of a hash. */
const DECOY = [
  '',
  'argon2id',
  'v=19',
  `m=${PARAMETERS.memoryCost},p=${PARAMETERS.parallelism},t=${PARAMETERS.timeCost}`,
  ...[16, 32].map((length) => randomBytes(length).toString('base64').replace(/=+$/, '')),
].join('$');
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

  return {
    hash: (password) => queued(() => hash(normal(password), PARAMETERS)),
    async verify(passwordHash, password) {
      const fits = await queued(() => verify(passwordHash ?? DECOY, normal(password)));
      return passwordHash !== null && fits;
    },
    isOutdated: (passwordHash) => needsRehash(passwordHash, PARAMETERS),
  };
}
