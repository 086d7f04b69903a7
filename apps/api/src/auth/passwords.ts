import { randomBytes } from 'node:crypto';
import { hash, needsRehash, verify, argon2id } from 'argon2';
import type { Caller, FairScheduler } from '../limits/fair-scheduler.ts';

const PARAMETERS = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** A well-formed hash that matches no password. */
const DECOY = [
  '',
  'argon2id',
  'v=19',
  `m=${PARAMETERS.memoryCost},p=${PARAMETERS.parallelism},t=${PARAMETERS.timeCost}`,
  ...[16, 32].map((length) => randomBytes(length).toString('base64').replace(/=+$/, '')),
].join('$');

export interface Passwords {
  hash(password: string, caller: Caller): Promise<string>;
  /** Takes the same time for a null hash, which never matches, so that timing does not reveal known addresses. */
  verify(passwordHash: string | null, password: string, caller: Caller): Promise<boolean>;
  /** Whether a hash was made with weaker parameters than the current ones. */
  isOutdated(passwordHash: string): boolean;
}

/** Hashes with argon2id on libuv's threads, limited by `work`. Throws as `FairScheduler.enter` does. */
export function createPasswords(work: Pick<FairScheduler, 'run'>): Passwords {
  const normal = (password: string) => password.normalize('NFKC');
  return {
    hash: (password, caller) => work.run(caller, () => hash(normal(password), PARAMETERS)),
    async verify(passwordHash, password, caller) {
      const fits = await work.run(caller, () => verify(passwordHash ?? DECOY, normal(password)));
      return passwordHash !== null && fits;
    },
    isOutdated: (passwordHash) => needsRehash(passwordHash, PARAMETERS),
  };
}
