import type { UserRecord } from '../accounts/user-store.ts';

/** An external account that a user signs in with. */
export interface IdentityRecord {
  /** `apple`, or the issuer of an OpenID Connect provider. */
  provider: string;
  /** The provider's id of the person. Unique together with `provider`; nothing else identifies an identity. */
  subject: string;
  userId: string;
  /** The last address from the provider; null when it never sent one. Not necessarily the user's address. */
  email: string | null;
  /** Whether that address is a private relay, which only forwards mail. */
  isPrivateRelay: boolean;
  /** Whether mail to the address arrives. People can turn off forwarding at a relay. */
  forwardsMail: boolean;
  /** Token for revoking the authorization at the provider, encrypted by the caller; null when there is none. */
  refreshToken: string | null;
  createdAt: number;
}

export type IdentityPatch = Partial<Pick<IdentityRecord, 'email' | 'isPrivateRelay' | 'forwardsMail' | 'refreshToken'>>;

export interface IdentityStore {
  /**
   * Stores a new user together with the first identity: both or neither. Of concurrent calls with the same subject or
   * address, exactly one returns `created`.
   */
  createUser(user: UserRecord, identity: IdentityRecord): Promise<'created' | 'email-taken' | 'subject-taken'>;
  /**
   * Adds an identity to a user. False, and nothing stored, when any user, including this one, already has the subject.
   * Throws `unauthorized` when the user is being deleted.
   */
  link(identity: IdentityRecord): Promise<boolean>;
  find(provider: string, subject: string): Promise<IdentityRecord | null>;
  /** Oldest first. */
  listOfUser(userId: string): Promise<IdentityRecord[]>;
  /** Updates the given fields. Ignores an unknown identity. */
  update(provider: string, subject: string, patch: IdentityPatch): Promise<void>;
  /** Ignores an unknown identity. */
  remove(provider: string, subject: string): Promise<void>;
}
