import { APPLE_CALLBACK_PATH, PROVIDER_CALLBACK_PATH } from '@parley/core';
import { Router } from 'express';
import type { Logger } from 'pino';
import type { AppSettings } from '../../settings/app-settings.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import type { MailService } from '../../mail/mail-service.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Accounts } from '../accounts.ts';
import type { Addresses } from '../addresses.ts';
import { createAppleProvider } from '../apple/apple-provider.ts';
import { appleCallback } from '../apple/callback-route.ts';
import { appleRoutes } from '../apple/routes.ts';
import type { ConfirmOwner } from '../confirm-owner.ts';
import { createOidcProvider } from '../oidc/oidc-provider.ts';
import { oidcRoutes } from '../oidc/routes.ts';
import { createPasskeys } from '../passkeys/passkeys.ts';
import { passkeyRoutes } from '../passkeys/routes.ts';
import type { DeviceCookie } from '../second-factor/device-cookie.ts';
import type { TwoSteps } from '../second-factor/two-steps.ts';
import { browserCookie } from './browser-cookie.ts';
import { createBoundStates } from './bound-states.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { createProviderSignIn } from './provider-sign-in.ts';
import { createSignInRequests } from './sign-in-requests.ts';
import { createSignInWays, type SignInWays } from './sign-in-ways.ts';

interface ProviderDependencies {
  settings: Pick<AppSettings, 'apple' | 'oidc' | 'jwtSecret' | 'publicUrl' | 'productName'>;
  storage: Storage;
  accounts: Accounts;
  twoSteps: TwoSteps;
  deviceCookie: Pick<DeviceCookie, 'read'>;
  addresses: Addresses;
  mailService: Pick<MailService, 'send'>;
  confirm: ConfirmOwner;
  /** By network address; see `SignInRequests`. */
  attempts: RateLimit;
  failures: RateLimit;
  logger: Logger;
  now: () => number;
}

/** Everything that signs in with other services. */
export interface Providers {
  /** The routes of Apple, OpenID Connect providers and passkeys, and the page that receives Apple's form post. */
  routes: Router;
  ways: SignInWays;
  /**
   * Ends a user's consents before the account is deleted; call it before its identities are removed. Repeating it is
   * safe. Throws `unavailable` while a provider cannot be reached.
   */
  forget(userId: string): Promise<void>;
}

/** Sign in with Apple, with OpenID Connect providers, and with passkeys. */
export function createProviders(dependencies: ProviderDependencies): Providers {
  const { settings, storage, confirm, mailService, logger, now } = dependencies;
  const { languageOfNew, isStaffAddress } = dependencies.accounts;
  const { publicUrl, productName, jwtSecret: secret } = settings;
  const shared = { storage, secret, logger, now };
  const apple =
    settings.apple &&
    createAppleProvider({ ...shared, settings: settings.apple, redirectUri: () => publicUrl() + APPLE_CALLBACK_PATH });
  const oidc = settings.oidc.map((one) =>
    createOidcProvider({ ...shared, settings: one, redirectUri: () => publicUrl() + PROVIDER_CALLBACK_PATH }),
  );
  const all: IdentityProvider[] = apple ? [apple, ...oidc] : oidc;
  const ways = createSignInWays(all, storage);
  const states = createBoundStates(storage.signIns, now);
  const requests = createSignInRequests(dependencies);
  const signInOf = (provider: IdentityProvider) =>
    createProviderSignIn({ provider, states, ways, storage, mailService, languageOfNew, isStaffAddress, now });

  const routes = Router();
  // One for all: each state is bound to its provider as well.
  const cookie = browserCookie('sign_in_tx', () => publicUrl().startsWith('https:'));
  if (apple) {
    routes.use(appleCallback(states));
    const signIn = signInOf(apple);
    routes.use('/api/auth/apple', appleRoutes({ provider: apple, signIn, requests, confirm, storage, cookie, now }));
  }
  routes.use('/api/auth/oidc', oidcRoutes({ signIns: oidc.map(signInOf), requests, confirm, cookie }));
  const passkeys = createPasskeys({ storage, states, ways, mailService, productName, publicUrl, now });
  routes.use(passkeyRoutes({ passkeys, requests, confirm, cookie }));

  return {
    routes,
    ways,
    async forget(userId) {
      for (const provider of all) await provider.forget(userId);
    },
  };
}
