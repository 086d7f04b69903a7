import { AppError, t } from '@parley/core';
import type { MailService } from '../../mail/mail-service.ts';
import { notifyOwner } from '../../mail/notify-owner.ts';
import type { Storage, UserRecord } from '../../storage/storage.ts';
import type { Accounts, SignedIn } from '../accounts.ts';
import { identityEvidence } from '../second-factor/first-proof.ts';
import type { BoundStates } from './bound-states.ts';
import type { IdentityProvider, Proven, ProviderAnswer } from './identity-provider.ts';
import { createProviderAccounts } from './provider-accounts.ts';
import type { SignInWays } from './sign-in-ways.ts';

/** A user whom a provider has just identified. */
export interface IdentifiedUser {
  user: UserRecord;
  /** Whether this sign-in created the account. */
  isNew: boolean;
  /** See `FirstProof`; null if this way counts as two factors. */
  evidence: string | null;
  /** Whether the identity still signs in to this user's account. */
  isStillLinked(): Promise<boolean>;
}

/** Signs people in with one provider, and links it to accounts. */
export interface ProviderSignIn {
  provider: IdentityProvider;
  /** Starts a redirect, for a sign-in or for a user who links the provider. `known` is the browser's cookie. */
  begin(known: string | null, userId: string | null): Promise<{ url: string; browser: string }>;
  /** Signs in with the answer of a redirect, in the browser that started it. Throws as `redeem` and `resolve` do. */
  signIn(answer: ProviderAnswer, browser: string | null): Promise<IdentifiedUser>;
  /** Links the provider with the answer of a redirect that this user started in this browser. */
  link(who: SignedIn, answer: ProviderAnswer, browser: string | null): Promise<void>;
  /** Signs in with a proof that came in another way, such as from Apple's popup. */
  signInWith(proven: Proven): Promise<IdentifiedUser>;
  linkWith(who: SignedIn, proven: Proven): Promise<void>;
  /** Removes the link; throws `conflict` if it is the account's last way to sign in. */
  unlink(user: UserRecord): Promise<void>;
}

interface ProviderSignInDependencies {
  provider: IdentityProvider;
  states: BoundStates;
  ways: SignInWays;
  storage: Pick<Storage, 'users' | 'identities'>;
  mailService: Pick<MailService, 'send'>;
  /** None is stored by default. */
  languageOfNew?: Accounts['languageOfNew'];
  /** No address is staff's by default. */
  isStaffAddress?: Accounts['isStaffAddress'];
  now: () => number;
}

export function createProviderSignIn(dependencies: ProviderSignInDependencies): ProviderSignIn {
  const { provider, states, ways, storage, mailService, languageOfNew, isStaffAddress, now } = dependencies;
  const { identities } = storage;
  const { key } = provider;
  const accounts = createProviderAccounts(storage, provider, now, languageOfNew, isStaffAddress);

  async function prove(answer: ProviderAnswer, browser: string | null, userId: string | null): Promise<Proven> {
    const begun = await states.take(answer.state, browser, { provider: key, userId });
    if (!begun) throw provider.failed();
    return provider.redeem(answer, begun);
  }

  function notifyLinked(user: UserRecord): void {
    notifyOwner(mailService, user, (mails, to) => mails.providerLinked(to, provider.name));
  }

  async function signInWith(proven: Proven): Promise<IdentifiedUser> {
    const { user, isNew, isNewWay } = await accounts.resolve(proven);
    if (isNewWay) notifyLinked(user);
    await proven.onLinked();
    const { subject } = proven.person;
    const isStillLinked = async () => (await identities.find(key, subject))?.userId === user.id;
    return { user, isNew, evidence: identityEvidence({ provider: key, subject }), isStillLinked };
  }

  async function linkWith(who: SignedIn, proven: Proven): Promise<void> {
    if (await accounts.link(who, proven)) notifyLinked(who.user);
    await proven.onLinked();
  }

  async function requireOtherWay(user: UserRecord): Promise<void> {
    if (await ways.hasOther(user, key)) return;
    // A password signs in only together with an email address.
    throw new AppError('conflict', {
      message:
        user.email === null
          ? t`${provider.name} is your only way to sign in. Add an email and a password first, or link another account.`
          : t`${provider.name} is your only way to sign in. Set a password first, or link another account.`,
    });
  }

  return {
    provider,
    async begin(known, userId) {
      const prefix = userId === null ? provider.statePrefix : `${provider.statePrefix}link:`;
      const { browser, ...begun } = await states.begin(prefix, known, { provider: key, userId });
      return { url: await provider.authorizationUrl(begun), browser };
    },
    signIn: async (answer, browser) => signInWith(await prove(answer, browser, null)),
    link: async (who, answer, browser) => linkWith(who, await prove(answer, browser, who.user.id)),
    signInWith,
    linkWith,
    async unlink(user) {
      await requireOtherWay(user);
      await provider.forget(user.id);
      const linked = (await identities.listOfUser(user.id)).filter((identity) => identity.provider === key);
      for (const { subject } of linked) await identities.remove(key, subject);
      // Two providers may be unlinked at once. The request that finds no other way to sign in undoes its own removal.
      await requireOtherWay(user).catch(async (error: unknown) => {
        for (const identity of linked) await identities.link({ ...identity, refreshToken: null });
        throw error;
      });
    },
  };
}
