import type { AppError } from '@parley/core';
import type { SignInRecord } from '../../storage/storage.ts';
import type { Person } from './person.ts';

/** The parameters with which a provider sends a browser back. */
export interface ProviderAnswer {
  code: string;
  state: string;
  /** The provider's issuer, as RFC 9207 has it. */
  iss?: string | undefined;
}

/** A proof from a provider, verified and not yet used. */
export interface Proven {
  person: Person;
  /** The person's name; it is stored for users without one. */
  name: string | null;
  /** Marks the proof as used. Throws if it was used before. Called right before the first write. */
  spend(): Promise<void>;
  /** Called once the identity is stored. */
  onLinked(): Promise<void>;
}

/** A service that people sign in with: Apple, or an OpenID Connect provider. */
export interface IdentityProvider {
  /** Stands in paths and states: lowercase letters, digits and hyphens. */
  id: string;
  /** Stored with identities: `apple`, or the issuer of an OpenID Connect provider. */
  key: string;
  /** For users, such as `Google`. */
  name: string;
  /** What states begin with. */
  statePrefix: string;
  /**
   * Whether a first sign-in opens the account with the same address, if both sides have verified it. Otherwise only
   * the account's owner can link the provider.
   */
  opensVerifiedAccounts: boolean;
  /** The sentence for a person whose address belongs to an account that this sign-in must not open. */
  accountExists: string;
  /** The sentence for a person whose account there signs in to another account here. */
  linkedElsewhere: string;
  /** The failure of a sign-in whose state is unknown, used, expired or another browser's. */
  failed(cause?: unknown): AppError;
  /** The page of the provider to which the browser goes. Throws `unavailable` while the provider does not answer. */
  authorizationUrl(begun: { state: string; nonce: string }): Promise<string>;
  /** Exchanges the code. Throws `failed`, or `unavailable` while the provider does not answer. */
  redeem(answer: ProviderAnswer, begun: SignInRecord): Promise<Proven>;
  /** Ends the user's consent at the provider; repeating it is safe. Throws `unavailable` if it must be repeated. */
  forget(userId: string): Promise<void>;
}
