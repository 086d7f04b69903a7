/** How the id of an OpenID Connect provider is written. */
export const PROVIDER_ID = /^[a-z][a-z\d-]{0,31}$/;

/** What a redirect was for, as its state says. */
export interface SignInPurpose {
  /** The provider's id; `apple` for Sign in with Apple. */
  provider: string;
  /** Whether a signed-in user links the provider to their account. */
  isLink: boolean;
}

/**
 * Reads the purpose of a redirect from the state that the provider sent back; null for an unknown form. Clients choose
 * the request by it. The server trusts only the state that it has stored.
 */
export function readSignInState(state: string): SignInPurpose | null {
  const [, given = '', link] = /^(origin:web|[a-z][a-z\d-]{0,31}):(link:)?[\w-]{43}$/.exec(state) ?? [];
  if (given === '') return null;
  return { provider: given === 'origin:web' ? 'apple' : given, isLink: link !== undefined };
}
