import { randomUUID } from 'node:crypto';
import {
  AppError,
  emailProblem,
  extraMessagesAt,
  hasGivenPremium,
  isPremium,
  normalizeEmail,
  passwordProblem,
  t,
  type ModelName,
  type StaffRole,
  type User,
} from '@parley/core';
import { ENGLISH_ONLY, type Languages } from '../language/languages.ts';
import { spokenLanguage } from '../language/speak.ts';
import type { Caller } from '../limits/fair-scheduler.ts';
import { NEW_USER, type SessionRecord, type Storage, type UserRecord } from '../storage/storage.ts';
import type { Acceptances } from '../brand/acceptances.ts';
import { describeDevice } from './describe-device.ts';
import { asciiAddress, findByAddress, findOtherSpelling } from './find-by-address.ts';
import { guessableProblem } from './passwords/guessable-password.ts';
import type { Passwords } from './passwords/passwords.ts';
import { passwordEvidence, type FirstProof } from './second-factor/first-proof.ts';
import type { SessionEnds } from './session-ends.ts';
import { createTokens, sessionEnd, type TokenClaims } from './tokens.ts';
import { isoTime } from '../iso-time.ts';

/** Resolution of `lastSeenAt` and `expiresAt`, so that not every request is a write. */
const SEEN_STEP_MS = 5 * 60_000;
/** Sessions per user; a new one beyond that ends the least recently used one. */
const MAX_SESSIONS = 50;
/** How long a new session counts as recent proof of identity. */
const RECENT_MS = 5 * 60_000;

const BLOCKED = t`This account is blocked. Please contact support.`;

export interface AccountSettings {
  jwtSecret: string;
  adminEmails: string[];
  /** Staff without access to money, deletion and settings. */
  adminSupportEmails: string[];
  /**
   * Whether a new address registered from this machine counts as verified at once, because the only mailbox is the
   * local sandbox's.
   */
  emailsVerifiedAtOnce: boolean;
  /** Whether only accounts with a verified address may send messages. */
  verifiesFirst: boolean;
}

/** The user and session of a request. An API key stands for a session. */
export interface SignedIn {
  user: UserRecord;
  session: SessionRecord;
  /**
   * When the user proved their identity in another session that authorized this one, epoch milliseconds; null if they
   * did so to open this session.
   */
  provenElsewhereAt: number | null;
  /** Whether the session or key has not ended since. */
  isOpen(): Promise<boolean>;
}

export type Accounts = ReturnType<typeof createAccounts>;

export interface AccountDependencies {
  storage: Storage;
  ends: SessionEnds;
  passwords: Passwords;
  settings: AccountSettings;
  /** The model that answers a user; null where they cannot choose among several. Only tests leave it out. */
  modelOf?: (user: UserRecord) => ModelName | null;
  /** What people have to accept before they send messages; nothing by default. */
  acceptances?: Pick<Acceptances, 'check'>;
  /** The revision of the operator's brand; undefined without one. */
  brandRevision?: () => string | undefined;
  /** English alone by default. */
  languages?: Pick<Languages, 'offered'>;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Accounts with email and password, and their sessions. */
export function createAccounts(dependencies: AccountDependencies) {
  const { storage, ends, passwords, settings, modelOf = () => null, acceptances, brandRevision, now } = dependencies;
  const { offered } = dependencies.languages ?? ENGLISH_ONLY;
  const tokens = createTokens(settings.jwtSecret, now);

  /**
   * Opens a session for a user whose identity is proven, either just now or earlier in the session that authorizes this
   * one. Null, and no session, if `isStillProven` denies it afterward. A password change or a claim of the account
   * withdraws proofs first and ends sessions second. Checking the proof again after the session is stored therefore
   * catches each such change: it either shows here or has ended this session, too. Throws `forbidden` for a blocked
   * account; a session that opens meanwhile is not found.
   */
  async function openSession(
    user: UserRecord,
    isStillProven: () => Promise<boolean>,
    device: string = describeDevice(undefined),
    provenElsewhereAt: number | null = null,
  ): Promise<{ token: string; user: UserRecord } | null> {
    if (user.blockedAt !== null) throw new AppError('forbidden', { message: BLOCKED });
    const createdAt = now();
    const times = { createdAt, expiresAt: sessionEnd({ createdAt }, createdAt), lastSeenAt: createdAt };
    const session = { id: randomUUID(), userId: user.id, ...times, device };
    await storage.sessions.create(session);
    await storage.sessions.revokeOldest(user.id, MAX_SESSIONS, session.id);
    let isProven = false;
    try {
      isProven = await isStillProven();
    } finally {
      if (!isProven) await storage.sessions.revoke(session.id);
    }
    return isProven ? { token: tokens.sign(session, provenElsewhereAt), user } : null;
  }

  /** Whether the password still matches after hashing took its time. */
  async function isStillRight(
    { id, passwordHash }: Pick<UserRecord, 'id' | 'passwordHash'>,
    password: string,
    caller: Caller,
  ): Promise<boolean> {
    const current = (await storage.users.findById(id))?.passwordHash ?? null;
    return current === passwordHash || passwords.verify(current, password, caller);
  }

  /** Whether a session that was read before is still open. */
  const isOpen = async ({ id }: SessionRecord) => (await storage.sessions.find(id, now())) !== null;

  /** The user and session that a token names; null if the session is revoked. */
  async function findSession({ sessionId, userId, provenElsewhereAt }: TokenClaims): Promise<SignedIn | null> {
    const found = await storage.sessions.find(sessionId, now());
    if (found?.user.id !== userId) return null;
    if (now() - found.session.lastSeenAt >= SEEN_STEP_MS) {
      // The request neither waits for this write nor fails with it; the storage's metrics count a failure.
      storage.sessions.touch(found.session.id, now(), sessionEnd(found.session, now())).catch(() => {});
    }
    return { ...found, provenElsewhereAt, isOpen: () => isOpen(found.session) };
  }

  /** Whether the user signed in within the last five minutes. */
  const hasSignedInRecently = ({ session, provenElsewhereAt }: Pick<SignedIn, 'session' | 'provenElsewhereAt'>) =>
    now() - (provenElsewhereAt ?? session.createdAt) <= RECENT_MS;

  const isAmong = (emails: string[], email: string | null) =>
    email !== null && emails.map(asciiAddress).includes(asciiAddress(email));
  /** Whether the user has verified one of these addresses. */
  const isOneOf = (emails: string[], { email, emailVerified }: UserRecord) => emailVerified && isAmong(emails, email);
  const isStaffAddress = (email: string | null) =>
    isAmong([...settings.adminEmails, ...settings.adminSupportEmails], email);
  const isAdmin = (user: UserRecord) => isOneOf(settings.adminEmails, user);
  const roleOf = (user: UserRecord): StaffRole | null =>
    isAdmin(user) ? 'owner' : isOneOf(settings.adminSupportEmails, user) ? 'support' : null;

  /** The language of an account that this request opens; null where there is one language. */
  const languageOfNew = () => (offered.length > 1 ? spokenLanguage() : null);

  return {
    isStaffAddress,
    isAdmin,
    languageOfNew,
    /** What the user may do at /admin; null for nothing. */
    roleOf,
    /** Whether the usage limit does not apply to this account. */
    isUnlimited: (user: UserRecord) => isPremium(user) || hasGivenPremium(user, now()) || isAdmin(user),

    /** Throws `forbidden` if the account must verify its address, or accept terms, before it sends messages. */
    async checkMaySend({ id, email, emailVerified }: UserRecord): Promise<void> {
      if (settings.verifiesFirst && email !== null && !emailVerified) {
        throw new AppError('forbidden', { message: t`Confirm your email first. We sent a link to ${email}.` });
      }
      await acceptances?.check(id);
    },

    /** Throws a sentence for the user if the address or the password is not acceptable. */
    checkRegistration(email: string, password: string): void {
      const problem =
        emailProblem(email) ?? passwordProblem(password) ?? guessableProblem(password, normalizeEmail(email));
      if (problem) throw new AppError('invalid-request', { message: problem });
    },

    /** Creates an account from input that passed `checkRegistration`. */
    async register(email: string, password: string, from: { device: string; isOwnMachine: boolean; caller: Caller }) {
      const address = normalizeEmail(email);
      const user: UserRecord = {
        ...NEW_USER,
        id: randomUUID(),
        email: address,
        passwordHash: await passwords.hash(password, from.caller),
        emailVerified: settings.emailsVerifiedAtOnce && from.isOwnMachine,
        language: languageOfNew(),
        createdAt: now(),
      };
      const isTaken = (await findOtherSpelling(storage.users, address)) !== null || !(await storage.users.create(user));
      if (isTaken) throw new AppError('email-taken');
      const opened = await openSession(user, () => isStillRight(user, password, from.caller), from.device);
      if (!opened) throw new AppError('email-taken');
      return opened;
    },

    /** Checks email and password. Throws `wrong-credentials`. */
    async login(email: string, password: string, caller: Caller): Promise<FirstProof> {
      const user = await findByAddress(storage.users, normalizeEmail(email));
      const fits = await passwords.verify(user?.passwordHash ?? null, password, caller);
      if (!user?.passwordHash || !fits) throw new AppError('wrong-credentials');
      const { id, passwordHash: known } = user;
      let passwordHash = known;
      if (passwords.isOutdated(known)) {
        const renewed = await passwords.hash(password, caller);
        if (await storage.users.setPasswordHash(id, renewed, known)) passwordHash = renewed;
      }
      return {
        user,
        evidence: passwordEvidence(passwordHash),
        // Hashing takes time, in which the password may change.
        isStillProven: () => isStillRight({ id, passwordHash }, password, caller),
      };
    },

    openSession,

    /** Throws a sentence for the user if the password is not acceptable. */
    checkPassword(password: string, { email }: Pick<UserRecord, 'email'>): void {
      const problem = passwordProblem(password) ?? guessableProblem(password, email);
      if (problem) throw new AppError('invalid-request', { message: problem });
    },

    hashPassword: passwords.hash,

    /** Throws `wrong-password` if the password does not match or the account has none. */
    async confirmPassword({ passwordHash }: UserRecord, password: string, caller: Caller): Promise<void> {
      if (!(await passwords.verify(passwordHash, password, caller))) throw new AppError('wrong-password');
    },

    /**
     * Confirms that the signed-in user owns the account: by the password or, for accounts without one, by a recent
     * sign-in. Throws `wrong-password`, or `forbidden` with what to do.
     */
    async confirm(
      { user, session, provenElsewhereAt }: SignedIn,
      password: string | undefined,
      caller: Caller,
    ): Promise<void> {
      if (user.passwordHash !== null) {
        if (password !== undefined && (await passwords.verify(user.passwordHash, password, caller))) return;
        throw new AppError('wrong-password');
      }
      if (hasSignedInRecently({ session, provenElsewhereAt })) return;
      throw new AppError('forbidden', { message: t`For your security, sign out, sign in again and retry.` });
    },

    hasSignedInRecently,

    /** The session that a bearer token names, even if it has ended; null if the token is forged or expired. */
    readToken: tokens.read,

    /** The user and session of a bearer token; null if it is forged or expired or its session is revoked. */
    async authenticate(token: string): Promise<SignedIn | null> {
      const claims = tokens.read(token);
      return claims && findSession(claims);
    },

    findSession,

    isOpen,

    /** Calls back whenever a session may have ended; see `SessionEnds`. */
    onEnd: ends.watch,

    logout: (session: SessionRecord) => storage.sessions.revoke(session.id),

    present(user: UserRecord): User {
      const model = modelOf(user);
      const brand = brandRevision?.();
      return {
        _id: user.id,
        email: user.email ?? '',
        subscriptionTier: user.subscriptionTier,
        subscriptionStatus: user.subscriptionStatus,
        usagePeriodEnd: user.subscriptionPeriodEnd === null ? null : new Date(user.subscriptionPeriodEnd).toISOString(),
        ...(user.subscriptionCancelAt !== null && { cancelAt: new Date(user.subscriptionCancelAt).toISOString() }),
        ...(hasGivenPremium(user, now()) && { premiumUntil: isoTime(user.premiumUntil ?? 0) }),
        ...(extraMessagesAt(user, now()) > 0 && { extraMessagesUntil: isoTime(user.extraMessagesUntil ?? 0) }),
        isAdmin: isAdmin(user),
        ...(roleOf(user) === 'support' && { isSupport: true as const }),
        emailVerified: user.emailVerified,
        ...(model && { model }),
        ...(brand !== undefined && { brand }),
        ...(user.language !== null && { language: user.language }),
      };
    },
  };
}
