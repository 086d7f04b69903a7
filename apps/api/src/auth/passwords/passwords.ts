import { randomBytes } from 'node:crypto';
import { hash, needsRehash, verify, argon2id } from 'argon2';
import type { Caller, FairScheduler } from '../../limits/fair-scheduler.ts';

export interface HashCost {
  /** In KiB. */
  memoryCost: number;
  /** Passes over the memory. */
  timeCost: number;
}

const HASH_COST: HashCost = { memoryCost: 19_456, timeCost: 2 };

export interface Passwords {
  hash(password: string, caller: Caller): Promise<string>;
  /** Takes the same time for a null hash, which never matches, so that timing does not reveal known addresses. */
  verify(passwordHash: string | null, password: string, caller: Caller): Promise<boolean>;
  /** Whether a hash was made with weaker parameters than the current ones. */
  isOutdated(passwordHash: string): boolean;
}

/** A well-formed hash that matches no password and takes as long to verify as a real one. */
function decoyHash({ memoryCost, timeCost }: HashCost): string {
  const [salt, digest] = [16, 32].map((length) => randomBytes(length).toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${memoryCost},p=1,t=${timeCost}$${salt}$${digest}`;
}

/** Hashes with argon2id on libuv's threads, limited by `work`. Throws as `FairScheduler.enter` does. */
export function createPasswords(work: Pick<FairScheduler, 'run'>, cost: HashCost = HASH_COST): Passwords {
  const parameters = { type: argon2id, parallelism: 1, ...cost } as const;
  const decoy = decoyHash(cost);
  const normal = (password: string) => password.normalize('NFKC');
  return {
    hash: (password, caller) => work.run(caller, () => hash(normal(password), parameters)),
    async verify(passwordHash, password, caller) {
      const fits = await work.run(caller, () => verify(passwordHash ?? decoy, normal(password)));
      return passwordHash !== null && fits;
    },
    isOutdated: (passwordHash) => needsRehash(passwordHash, parameters),
  };
}
