import { APPLE_CALLBACK_PATH } from '@parley/core';
import type { Router } from 'express';
import type { RateLimit } from '../../limits/rate-limit.ts';
import type { Accounts } from '../accounts.ts';
import type { ConfirmOwner } from '../confirm-owner.ts';
import { createAppleSignIn, forgetAtApple, type AppleSignInDependencies } from './apple-sign-in.ts';
import { appleCallback } from './callback-route.ts';
import { appleRoutes } from './routes.ts';

interface AppleDependencies extends Omit<AppleSignInDependencies, 'redirectUri'> {
  accounts: Accounts;
  confirm: ConfirmOwner;
  /** The origin that users open. */
  publicUrl: () => string;
  attempts: RateLimit;
  failures: RateLimit;
}

export interface Apple {
  /** Mounted at /api/auth/apple. */
  routes: Router;
  /** Receives Apple's form post. Outside /api, because it is an address that users see. */
  callback: Router;
  /**
   * Revokes the Apple consent of a user whose account is being deleted; call it before its identities are removed.
   * Repeating it is safe. Throws `unavailable` while Apple cannot be reached.
   */
  forget(userId: string): Promise<void>;
}

/** Sign in with Apple. */
export function createApple({
  accounts,
  confirm,
  publicUrl,
  attempts,
  failures,
  ...dependencies
}: AppleDependencies): Apple {
  const redirectUri = () => publicUrl() + APPLE_CALLBACK_PATH;
  const signIn = createAppleSignIn({ ...dependencies, redirectUri });
  return {
    routes: appleRoutes({ ...dependencies, signIn, accounts, confirm, redirectUri, attempts, failures }),
    callback: appleCallback(signIn.states),
    forget: (userId) => forgetAtApple(dependencies, userId),
  };
}
