import { signUp, type Account } from '../support/account.ts';
import type { Settings, Stack } from '../support/stack/stack.ts';

const ADMIN = 'admin@example.com';

/** The settings of every screen, which the specs of providers and passkeys use too: one worker starts one stack. */
export const GALLERY_SETTINGS: Settings = {
  ADMIN_EMAILS: ADMIN,
  // A context that a few long replies fill, so that the model needs a summary.
  CONTEXT_TOKENS: '8192',
  OIDC_PROVIDERS: 'sandbox',
  // Browsers allow no passkeys at addresses that are numbers.
  E2E_HOSTNAME: 'localhost',
};

const admins = new WeakMap<Stack, Promise<Account>>();

/** The admin of a stack with these settings, registered by the first test that needs one. */
export function adminOf(stack: Stack): Promise<Account> {
  const admin = admins.get(stack) ?? signUp(stack, ADMIN);
  admins.set(stack, admin);
  return admin;
}
