import type { UserRecord } from './storage.ts';

/** An account elsewhere that a user signs in with. */
export interface IdentityRecord {
  provider: 'apple';
  /** The provider's own id of the person: with `provider` unique, and the only thing an identity is known by. */
  subject: string;
  userId: string;
  /** The address as the provider last told it; null when it never did. Not necessarily the user's. */
  email: string | null;
  /** Whether that address only forwards, and belongs to nobody's mailbox. */
  isPrivateRelay: boolean;
  /** Whether mail to the address arrives: people can have a relay stop forwarding. */
  forwardsMail: boolean;
  /** What the provider is asked with to forget the person, encrypted by the caller; null when there is none. */
  refreshToken: string | null;
  createdAt: number;
}

export type IdentityPatch = Partial<Pick<IdentityRecord, 'email' | 'isPrivateRelay' | 'forwardsMail' | 'refreshToken'>>;

export interface IdentityStore {
  /**
   * Stores a new user together with the identity it is opened with: both or nothing. Of any number of calls at once
   * with one subject, or with one address, exactly one is `created`.
   */
  createUser(user: UserRecord, identity: IdentityRecord): Promise<'created' | 'email-taken' | 'subject-taken'>;
  /** Gives a user another identity. False, and nothing stored, when the subject is somebody's already, this user's too. */
  link(identity: IdentityRecord): Promise<boolean>;
  find(provider: IdentityRecord['provider'], subject: string): Promise<IdentityRecord | null>;
  /** Oldest first. */
  listOfUser(userId: string): Promise<IdentityRecord[]>;
  /** Changes what is given; an unknown identity is fine. */
  update(provider: IdentityRecord['provider'], subject: string, patch: IdentityPatch): Promise<void>;
  /** An unknown identity is fine. */
  remove(provider: IdentityRecord['provider'], subject: string): Promise<void>;
}
