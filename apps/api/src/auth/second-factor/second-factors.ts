import { AppError, t, type SecondFactorRequest } from '@parley/core';
import type { Caller } from '../../limits/fair-scheduler.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import type { MailService } from '../../mail/mail-service.ts';
import { notifyOwner } from '../../mail/notify-owner.ts';
import type { Storage, UserRecord } from '../../storage/storage.ts';
import type { SignedIn } from '../accounts.ts';
import type { LoginGuard } from '../login-guard.ts';
import type { Seal } from '../seal.ts';
import { appUri, isAppCode, newSecret, plainCode, stepOf } from './app-codes.ts';
import { hashRecoveryCode, newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';

const SETUP_LIFETIME_MS = 15 * 60_000;

const CHECK_CLOCK = t`That code isn’t right. Type the newest one, and check that your device sets its clock by itself.`;
const MISSING = t`Enter the code from your authenticator app.`;
const USED = t`This code was used before. Wait for the next one.`;
const UNREADABLE = t`This server can’t check the codes of your app any more. Use a recovery code.`;
const LATE = t`This took too long. Please start again.`;

interface SecondFactorDependencies {
  storage: Pick<Storage, 'secondFactors' | 'rememberedDevices' | 'identities' | 'sessions'>;
  seal: Seal;
  guard: LoginGuard;
  /** Wrong codes of apps by user, from all addresses: six digits would not withstand many addresses. */
  limit: RateLimit;
  mailService: Pick<MailService, 'send'>;
  productName: string;
  /** Epoch milliseconds. */
  now: () => number;
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Authenticator apps as second factors, with recovery codes for when an app is lost. */
export function createSecondFactors(dependencies: SecondFactorDependencies) {
  const { storage, seal, guard, limit, mailService, productName, now } = dependencies;
  const { secondFactors, rememberedDevices, identities, sessions } = storage;
  const aboutSecret = (userId: string) => `secret ${userId}`;
  const aboutSetup = ({ user, session }: SignedIn) => `setup ${user.id} ${session.id}`;

  async function useAppCode(userId: string, sealed: string, code: string): Promise<void> {
    const secret = seal.open(sealed, aboutSecret(userId));
    if (secret === null) throw new AppError('wrong-code', { message: UNREADABLE });
    const step = stepOf(secret, code, now());
    if (step === null) throw new AppError('wrong-code');
    if (!(await secondFactors.useStep(userId, step))) throw new AppError('wrong-code', { message: USED });
  }

  /** Counts a code before its outcome is known, so that simultaneous guesses count like guesses in a row. */
  async function countIfWrong(userId: string, look: () => Promise<void>): Promise<void> {
    await limit.consume(userId);
    let isWrong = false;
    try {
      await look();
    } catch (error) {
      isWrong = error instanceof AppError && error.code === 'wrong-code';
      throw error;
    } finally {
      if (!isWrong) await limit.giveBack(userId);
    }
  }

  async function useRecoveryCode(user: UserRecord, typed: string): Promise<void> {
    const code = readRecoveryCode(typed);
    const isUsed = code !== null && (await secondFactors.useRecoveryHash(user.id, hashRecoveryCode(user.id, code)));
    if (!isUsed) throw new AppError('wrong-code');
    notify(user, 'recoveryCodeUsed');
  }

  function notify(user: UserRecord, about: 'secondFactorAdded' | 'secondFactorRemoved' | 'recoveryCodeUsed') {
    notifyOwner(mailService, user, (mails, to) => mails[about](to));
  }

  function newCodes(userId: string) {
    const codes = newRecoveryCodes();
    return { codes, hashes: codes.map((code) => hashRecoveryCode(userId, code)) };
  }

  return {
    isOn: async (userId: string) => (await secondFactors.find(userId)) !== null,

    find: secondFactors.find,

    /** Whether every way to sign in takes two factors: with an authenticator app, or if there are only passkeys. */
    async isAlwaysNeeded({ id, passwordHash }: UserRecord): Promise<boolean> {
      if ((await secondFactors.find(id)) !== null) return true;
      return passwordHash === null && (await identities.listOfUser(id)).length === 0;
    },

    /**
     * Uses up a code of the user's app, or a recovery code. Does nothing for a user without a second factor. Throws
     * `wrong-code`, or as `LoginGuard.attempt` does.
     */
    async check(user: UserRecord, typed: string | undefined, caller: Caller): Promise<void> {
      const { id: userId } = user;
      const factor = await secondFactors.find(userId);
      if (!factor) return;
      const code = plainCode(typed ?? '');
      if (code === '') throw new AppError('wrong-code', { message: MISSING });
      const attempt = (look: () => Promise<void>) => guard.attempt(userId, caller.address, look);
      if (!isAppCode(code)) return attempt(() => useRecoveryCode(user, code));
      await countIfWrong(userId, () => attempt(() => useAppCode(userId, factor.secret, code)));
    },

    /** Makes the key for an app. Nothing is stored: `setup` is the key, encrypted for this session. */
    start(who: SignedIn) {
      const secret = newSecret();
      const setup = seal.close(JSON.stringify({ secret, until: now() + SETUP_LIFETIME_MS }), aboutSetup(who));
      return { setup, secret, uri: appUri(secret, productName, who.user.email ?? `${productName} account`) };
    },

    /**
     * Adds the app that a code proves to have the key, and ends all other sessions, which needed no code. Returns the
     * recovery codes. Throws `wrong-code`, `conflict` if there is an app already, or `unauthorized` if the session has
     * ended meanwhile.
     */
    async add(who: SignedIn, { setup, code }: SecondFactorRequest): Promise<string[]> {
      const { id: userId } = who.user;
      const opened = seal.open(setup, aboutSetup(who));
      const { secret, until } = JSON.parse(opened ?? '{"secret":"","until":0}') as { secret: string; until: number };
      if (until <= now()) throw new AppError('invalid-request', { message: LATE });
      const lastStep = stepOf(secret, plainCode(code), now());
      if (lastStep === null) throw new AppError('wrong-code', { message: CHECK_CLOCK });
      const { codes, hashes } = newCodes(userId);
      const sealed = seal.close(secret, aboutSecret(userId));
      const factor = { userId, secret: sealed, lastStep, recoveryHashes: hashes, createdAt: now() };
      if (!(await secondFactors.create(factor))) {
        throw new AppError('conflict', { message: t`Your account already has an authenticator app. Remove it first.` });
      }
      // A claim of the account ends sessions first and removes the app second, so it misses none.
      if (!(await who.isOpen())) {
        await secondFactors.remove(userId);
        throw new AppError('unauthorized');
      }
      await sessions.revokeAll(userId, who.session.id);
      notify(who.user, 'secondFactorAdded');
      return codes;
    },

    /** Replaces all recovery codes. Throws `not-found` without a second factor. */
    async renewCodes(userId: string): Promise<string[]> {
      const { codes, hashes } = newCodes(userId);
      if (!(await secondFactors.setRecoveryHashes(userId, hashes))) throw new AppError('not-found');
      return codes;
    },

    /** Forgets all remembered devices, too. Throws `not-found` without a second factor. */
    async remove(user: UserRecord): Promise<void> {
      if (!(await secondFactors.remove(user.id))) throw new AppError('not-found');
      await rememberedDevices.removeAll(user.id);
      notify(user, 'secondFactorRemoved');
    },
  };
}
