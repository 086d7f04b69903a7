import { randomBytes } from 'node:crypto';
import { hash, needsRehash, verify, argon2id } from 'argon2';
import type { Caller, FairScheduler } from '../limits/fair-scheduler.ts';

const PARAMETERS = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** What fits no password, in the form of a hash. */
const DECOY = [
  '',
  'argon2id',
  'v=19',
  `m=${PARAMETERS.memoryCost},p=${PARAMETERS.parallelism},t=${PARAMETERS.timeCost}`,
  ...[16, 32].map((length) => randomBytes(length).toString('base64').replace(/=+$/, '')),
].join('$');

export interface Passwords {
  hash(password: string, caller: Caller): Promise<string>;
  /** Takes as long for a null hash, which fits no password, so that time does not show which addresses are known. */
  verify(passwordHash: string | null, password: string, caller: Caller): Promise<boolean>;
  /** Whether a hash was made with weaker parameters than today's. */
  isOutdated(passwordHash: string): boolean;
}

/** argon2id on libuv's threads, as many at once as `work` has places. Throws as `FairScheduler.enter` does. */
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
