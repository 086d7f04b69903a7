import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { AppError } from '@parley/core';
import type { Storage, UserRecord } from '../../storage/storage.ts';
import { createAppleAccounts } from './apple-accounts.ts';
import { createAppleClient } from './apple-client.ts';
import type { AppleSettings } from './apple-settings.ts';
import { createBoundStates, type BoundStates } from './bound-states.ts';
import { readPerson } from './person.ts';
import { createSeal } from './seal.ts';
import { createTokenVerifier, type TokenVerifier } from './token-verifier.ts';

export interface AppleSignInDependencies {
  settings: AppleSettings;
  storage: Storage;
  /** What refresh tokens are kept with. */
  secret: string;
  /** The address that Apple sends people back to. */
  redirectUri: () => string;
  logger: Logger;
  now: () => number;
}

/** What a page got from Apple's script. */
export interface PageProof {
  idToken: string;
  /** What the page made; the token carries its SHA-256 in hexadecimal digits. */
  nonce?: string | undefined;
  /** Good for the refresh token, which only the server can get. */
  code?: string | undefined;
}

export interface AppleSignIn {
  states: BoundStates;
  verifier: TokenVerifier;
  /** Signs in with what a page got. Throws `apple-sign-in-failed`, `email-taken` or `unavailable`. */
  withToken(proof: PageProof, name: string | null): Promise<UserRecord>;
  /** Signs in with what a redirect brought back to the browser that began. Throws as `withToken` does. */
  withCode(code: string, state: string, browser: string | null): Promise<UserRecord>;
  /** Lets a signed-in user sign in with Apple as well. */
  link(user: UserRecord, proof: PageProof): Promise<void>;
  /** Ends that, at Apple too; throws `conflict` for an account with no other way in. */
  unlink(user: UserRecord): Promise<void>;
}

export function createAppleSignIn(dependencies: AppleSignInDependencies): AppleSignIn {
  const { settings, storage, redirectUri, logger, now } = dependencies;
  const { identities, signIns } = storage;
  const verifier = createTokenVerifier(settings, now);
  const client = createAppleClient(settings, now);
  const states = createBoundStates(signIns, now);
  const accounts = createAppleAccounts(storage, now);
  const seal = createSeal(dependencies.secret, SEAL_PURPOSE);

  /** The person that a token speaks for. The token is used up only when `spendToken` is called. */
  async function read(idToken: string, nonce: string | undefined) {
    const { claims, hash, subject, refusedFrom } = await noting(verifier.identityToken(idToken));
    if (claims.nonce !== nonce) throw new AppError('apple-sign-in-failed');
    const spendToken = async () => {
      if (!(await signIns.useOnce(hash, refusedFrom, now()))) throw new AppError('apple-sign-in-failed');
    };
    return { person: readPerson(subject, claims), spendToken };
  }

  const readProof = ({ idToken, nonce }: PageProof) =>
    read(idToken, nonce === undefined ? undefined : createHash('sha256').update(nonce).digest('hex'));

  /** What keeps Apple from answering is for the operator to know; people are only told that it did not work. */
  async function noting<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unavailable')
        logger.warn({ err: error }, 'Apple did not answer');
      throw error;
    });
  }

  async function keepRefreshToken(subject: string, refreshToken: string | null): Promise<void> {
    if (refreshToken === null) return;
    await identities.update('apple', subject, { refreshToken: seal.close(refreshToken, subject) });
  }

  /** For what is done at Apple when the account is deleted. Signing in does not depend on it. */
  async function tradeCode(subject: string, code: string | undefined): Promise<void> {
    if (code === undefined || (await identities.find('apple', subject))?.refreshToken) return;
    try {
      const tokens = await client.exchange(code, redirectUri());
      if (!tokens || (await verifier.identityToken(tokens.idToken)).subject !== subject) return;
      await keepRefreshToken(subject, tokens.refreshToken);
    } catch (error) {
      logger.warn({ err: error }, 'no refresh token from Apple');
    }
  }

  return {
    states,
    verifier,

    async withToken(proof, name) {
      const { person, spendToken } = await readProof(proof);
      const user = await accounts.resolve(person, name, spendToken);
      await tradeCode(person.subject, proof.code);
      return user;
    },

    async withCode(code, state, browser) {
      const begun = await states.take(state, browser);
      const tokens = begun && (await noting(client.exchange(code, redirectUri())));
      if (!tokens) throw new AppError('apple-sign-in-failed');
      const { person, spendToken } = await read(tokens.idToken, begun.nonce);
      const user = await accounts.resolve(person, begun.name, spendToken);
      await keepRefreshToken(person.subject, tokens.refreshToken);
      return user;
    },

    async link(user, proof) {
      const { person, spendToken } = await readProof(proof);
      await accounts.link(user, person, spendToken);
      await tradeCode(person.subject, proof.code);
    },

    async unlink(user) {
      if (user.passwordHash === null) {
        throw new AppError('conflict', { message: 'Please set a password first, so that you can still sign in.' });
      }
      await forgetAtApple(dependencies, user.id);
      for (const { provider, subject } of await identities.listOfUser(user.id)) {
        await identities.remove(provider, subject);
      }
    },
  };
}

const SEAL_PURPOSE = 'refresh tokens of Sign in with Apple';

/**
 * Has Apple end the consent of a user, and forgets the refresh tokens it was given for. To be called before the user's
 * identities are removed; may be repeated. Throws `unavailable` while Apple cannot be reached.
 */
export async function forgetAtApple(
  { settings, storage: { identities }, secret, logger, now }: Omit<AppleSignInDependencies, 'redirectUri'>,
  userId: string,
): Promise<void> {
  const client = createAppleClient(settings, now);
  const seal = createSeal(secret, SEAL_PURPOSE);
  for (const { provider, subject, refreshToken } of await identities.listOfUser(userId)) {
    if (provider !== 'apple' || refreshToken === null) continue;
    const token = seal.open(refreshToken, subject);
    // Waiting would not help: the one cannot be read any more, the other needs a new setting.
    if (token === null) logger.warn('a refresh token of Apple was kept with another secret and cannot be revoked');
    else if (!(await client.revoke(token))) logger.warn('Apple does not know this client: no consent can be revoked');
    await identities.update(provider, subject, { refreshToken: null });
  }
}
