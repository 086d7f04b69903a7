import { randomUUID } from 'node:crypto';
import { AppError, emailProblem, isPremium, normalizeEmail, passwordProblem, type User } from '@parley/core';
import type { SessionRecord, Storage, UserRecord } from '../storage/storage.ts';
import { createPasswords } from './passwords.ts';
import { createTokens, SESSION_LENGTH_MS } from './tokens.ts';

export interface AccountSettings {
  jwtSecret: string;
  adminEmails: string[];
  /** Whether a new address counts as verified at once, because the only mailbox is the sandbox's on this machine. */
  emailsVerifiedAtOnce: boolean;
}

/** Who is signed in, and by which session. */
export interface SignedIn {
  user: UserRecord;
  session: SessionRecord;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Accounts by e-mail and password, and the sessions they open. */
export function createAccounts(storage: Storage, settings: AccountSettings, now: () => number) {
  const passwords = createPasswords();
  const tokens = createTokens(settings.jwtSecret);

  /** Signs in somebody who has proved who they are. */
  async function openSession(user: UserRecord): Promise<{ token: string; user: UserRecord }> {
    const session = { id: randomUUID(), userId: user.id, createdAt: now(), expiresAt: now() + SESSION_LENGTH_MS };
    await storage.sessions.create(session);
    return { token: tokens.sign(session), user };
  }

  const isAdmin = (user: UserRecord) =>
    user.emailVerified && user.email !== null && settings.adminEmails.includes(user.email);

  return {
    isAdmin,
    /** Whether messages of this account are not counted. */
    isUnlimited: (user: UserRecord) => isPremium(user) || isAdmin(user),

    async register(email: string, password: string) {
      const problem = emailProblem(email) ?? passwordProblem(password);
      if (problem) throw new AppError('invalid-request', { message: problem });
      const user: UserRecord = {
        id: randomUUID(),
        email: normalizeEmail(email),
        passwordHash: await passwords.hash(password),
        emailVerified: settings.emailsVerifiedAtOnce,
        name: null,
        subscriptionTier: 'free',
        subscriptionStatus: null,
        subscriptionPeriodEnd: null,
        createdAt: now(),
      };
      if (!(await storage.users.create(user))) throw new AppError('email-taken');
      return openSession(user);
    },

    async login(email: string, password: string) {
      const user = await storage.users.findByEmail(normalizeEmail(email));
      const fits = await passwords.verify(user?.passwordHash ?? null, password);
      if (!user?.passwordHash || !fits) throw new AppError('wrong-credentials');
      if (passwords.isOutdated(user.passwordHash)) {
        await storage.users.setPasswordHash(user.id, await passwords.hash(password));
      }
      return openSession(user);
    },

    openSession,

    /** Who a bearer token speaks for; null when it is forged, expired or its session is revoked. */
    async authenticate(token: string): Promise<SignedIn | null> {
      const claims = tokens.read(token);
      const found = claims && (await storage.sessions.find(claims.sessionId, now()));
      return found && found.user.id === claims.userId ? found : null;
    },

    logout: (session: SessionRecord) => storage.sessions.revoke(session.id),

    present(user: UserRecord): User {
      return {
        _id: user.id,
        email: user.email ?? '',
        subscriptionTier: user.subscriptionTier,
        subscriptionStatus: user.subscriptionStatus,
        usagePeriodEnd: user.subscriptionPeriodEnd === null ? null : new Date(user.subscriptionPeriodEnd).toISOString(),
        isAdmin: isAdmin(user),
        emailVerified: user.emailVerified,
      };
    },
  };
}
