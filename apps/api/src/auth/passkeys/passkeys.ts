import type { AuthenticatorTransport } from '@simplewebauthn/server';
import { AppError, t, type AddPasskeyRequest, type PasskeySignInRequest } from '@parley/core';
import type { MailService } from '../../mail/mail-service.ts';
import { notifyOwner } from '../../mail/notify-owner.ts';
import type { PasskeyRecord, Storage, UserRecord } from '../../storage/storage.ts';
import type { SignedIn } from '../accounts.ts';
import type { BoundStates } from '../providers/bound-states.ts';
import type { IdentifiedUser } from '../providers/provider-sign-in.ts';
import { PASSKEY_WAY, type SignInWays } from '../providers/sign-in-ways.ts';
import { relyingPartyAt, type RelyingParty } from './relying-party.ts';

const MAX_PASSKEYS = 20;
const STATE_PREFIX = 'passkey:';
/** Loaded with the first use: it brings parsers for certificates that most servers never need. */
const webAuthn = () => import('@simplewebauthn/server');

interface PasskeyDependencies {
  storage: Pick<Storage, 'passkeys' | 'users'>;
  states: BoundStates;
  ways: SignInWays;
  mailService: Pick<MailService, 'send'>;
  productName: string;
  publicUrl: () => string;
  now: () => number;
}

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Passkeys of accounts, and signing in with them. All methods throw `not-found` where browsers allow no passkeys. */
export function createPasskeys(dependencies: PasskeyDependencies) {
  const { storage, states, ways, mailService, productName, publicUrl, now } = dependencies;
  const { passkeys, users } = storage;

  function party(): RelyingParty {
    const found = relyingPartyAt(publicUrl());
    if (found) return found;
    throw new AppError('not-found', { message: t`Passkeys don’t work at this server’s address.` });
  }

  const purposeOf = (userId: string | null) => ({ provider: PASSKEY_WAY, userId });

  /** Returns the challenge of a state that was begun for this purpose in this browser, and uses it up. */
  async function takeChallenge(state: string, browser: string | null, userId: string | null): Promise<string> {
    const begun = await states.take(state, browser, purposeOf(userId));
    if (begun) return begun.nonce;
    throw new AppError('sign-in-failed', {
      message: t`This took too long or was started somewhere else. Please try again.`,
    });
  }

  const begin = (browser: string | null, userId: string | null) =>
    states.begin(STATE_PREFIX, browser, purposeOf(userId));

  return {
    list: (userId: string) => passkeys.list(userId),

    /** The options with which a signed-in user's browser makes a passkey. */
    async startAdding(user: UserRecord, browser: string | null) {
      const { id: rpID } = party();
      const known = await passkeys.list(user.id);
      if (known.length >= MAX_PASSKEYS) throw tooManyPasskeys();
      const begun = await begin(browser, user.id);
      const options = await (
        await webAuthn()
      ).generateRegistrationOptions({
        rpName: productName,
        rpID,
        userID: new Uint8Array(Buffer.from(user.id)),
        userName: user.email ?? `${productName} account`,
        challenge: bytesOf(begun.nonce),
        excludeCredentials: known.map((passkey) => ({ id: passkey.id, transports: transportsOf(passkey) })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { state: begun.state, browser: begun.browser, options };
    },

    /**
     * Stores the passkey that the browser made. Throws `invalid-request` if it is not what was asked for, and
     * `unauthorized` if the session has ended meanwhile.
     */
    async add(
      { user, isOpen }: Pick<SignedIn, 'user' | 'isOpen'>,
      { state, response }: AddPasskeyRequest,
      browser: string | null,
      name: string,
    ) {
      const { id: expectedRPID, origin: expectedOrigin } = party();
      const expectedChallenge = await takeChallenge(state, browser, user.id);
      const { transports = [], ...made } = response.response;
      const expected = { expectedChallenge, expectedOrigin, expectedRPID };
      const { verifyRegistrationResponse } = await webAuthn();
      const verified = await withoutStatement(made)
        .then((bare) =>
          verifyRegistrationResponse({
            ...expected,
            response: { ...response, response: bare, clientExtensionResults: {} },
          }),
        )
        .catch((cause: unknown) => {
          throw refusedPasskey(cause);
        });
      if (!verified.verified) throw refusedPasskey();
      const { credential } = verified.registrationInfo;
      const passkey: PasskeyRecord = {
        id: credential.id,
        userId: user.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: transports.join(' '),
        name,
        createdAt: now(),
        lastUsedAt: null,
      };
      if (!(await passkeys.add(passkey))) throw refusedPasskey();
      // Others may have been added since this one was started.
      const isTooMany = (await passkeys.list(user.id)).length > MAX_PASSKEYS;
      // A claim of the account ends sessions first and removes passkeys second, so it misses none.
      if (!isTooMany && (await isOpen())) return notifyOwner(mailService, user, (mails, to) => mails.passkeyAdded(to));
      await passkeys.remove(user.id, passkey.id);
      throw isTooMany ? tooManyPasskeys() : new AppError('unauthorized');
    },

    /** The options with which any browser signs in: the user chooses among the passkeys that it knows. */
    async startSignIn(browser: string | null) {
      const { id: rpID } = party();
      const begun = await begin(browser, null);
      const challenge = bytesOf(begun.nonce);
      const options = await (
        await webAuthn()
      ).generateAuthenticationOptions({ rpID, challenge, userVerification: 'required' });
      return { state: begun.state, browser: begun.browser, options };
    },

    /** Finds the user of a passkey that has signed the challenge. Throws `sign-in-failed`. */
    async signIn({ state, response }: PasskeySignInRequest, browser: string | null): Promise<IdentifiedUser> {
      const { id: expectedRPID, origin: expectedOrigin } = party();
      const expectedChallenge = await takeChallenge(state, browser, null);
      const passkey = await passkeys.find(response.id);
      const user = passkey && (await users.findById(passkey.userId));
      if (!user) {
        throw new AppError('sign-in-failed', {
          message: t`This passkey isn’t known here. It may have been removed. Please sign in another way.`,
        });
      }
      const { userHandle, ...signed } = response.response;
      if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== user.id) throw failed();
      const verified = await (
        await webAuthn()
      )
        .verifyAuthenticationResponse({
          expectedChallenge,
          expectedOrigin,
          expectedRPID,
          response: { ...response, response: signed, clientExtensionResults: {} },
          credential: {
            id: passkey.id,
            publicKey: bytesOf(passkey.publicKey),
            counter: passkey.counter,
            transports: transportsOf(passkey),
          },
        })
        .catch((cause: unknown) => {
          throw failed(cause);
        });
      const isUsed =
        verified.verified && (await passkeys.use(passkey.id, verified.authenticationInfo.newCounter, now()));
      if (!isUsed) throw failed();
      const isStillLinked = async () => (await passkeys.find(passkey.id))?.userId === user.id;
      // The device is one factor, and its user's PIN or fingerprint the other.
      return { user, isNew: false, evidence: null, isStillLinked };
    },

    /** Throws `conflict` if the passkey is the account's last way to sign in, `not-found` if it is unknown. */
    async remove(user: UserRecord, id: string): Promise<void> {
      const known = await passkeys.list(user.id);
      const passkey = known.find((one) => one.id === id);
      if (!passkey) throw new AppError('not-found');
      const isLast = async (least: number) =>
        (await passkeys.list(user.id)).length < least && !(await ways.hasOther(user, PASSKEY_WAY));
      if (await isLast(2)) throw lastWay(user);
      await passkeys.remove(user.id, id);
      // Another request may have removed the other way to sign in meanwhile. Then this removal is undone.
      if (await isLast(1)) {
        await passkeys.add(passkey);
        throw lastWay(user);
      }
    },
  };
}

/**
 * The response without the statement in which a device's maker attests it. We ask for none, and to verify one the
 * library would request addresses that its certificates name, which anyone can make.
 */
async function withoutStatement<Response extends { attestationObject: string }>(response: Response): Promise<Response> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('authData');
  const bare = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ]);
  return { ...response, attestationObject: isoBase64URL.fromBuffer(isoCBOR.encode(bare)) };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}

function transportsOf({ transports }: PasskeyRecord): AuthenticatorTransport[] {
  return transports.split(' ').filter((transport) => transport !== '') as AuthenticatorTransport[];
}

function failed(cause?: unknown): AppError {
  const message = t`We couldn’t verify this passkey. Please try again, or sign in another way.`;
  return new AppError('sign-in-failed', { message, cause });
}

function tooManyPasskeys(): AppError {
  return new AppError('conflict', { message: t`You have ${MAX_PASSKEYS} passkeys. Remove one first.` });
}

function refusedPasskey(cause?: unknown): AppError {
  return new AppError('invalid-request', { message: t`This passkey couldn’t be added. Please try again.`, cause });
}

function lastWay({ email }: UserRecord): AppError {
  // A password signs in only together with an email address.
  return new AppError('conflict', {
    message:
      email === null
        ? t`This passkey is your only way to sign in. Add an email and a password first, or add another way.`
        : t`This passkey is your only way to sign in. Set a password first, or add another way.`,
  });
}
