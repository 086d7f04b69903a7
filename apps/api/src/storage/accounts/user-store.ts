import type { Gifts, LanguageId, SubscriptionTier } from '@parley/core';

export interface UserRecord extends Gifts {
  id: string;
  /** Normalized; unique. Null for an account that was created through a provider without an address. */
  email: string | null;
  /** Null for an account without a password, which can sign in only with one of its identities. */
  passwordHash: string | null;
  emailVerified: boolean;
  /** The person's name from a provider; null when none was given. */
  name: string | null;
  subscriptionTier: SubscriptionTier;
  subscriptionStatus: string | null;
  subscriptionPeriodEnd: number | null;
  /** When a canceled subscription ends; null while it renews. */
  subscriptionCancelAt: number | null;
  /** Stripe's id of the price that the user pays; null for none, and until the first sync that stores it. */
  subscriptionPriceId: string | null;
  /** Whether the assistant may use the web in Normal without being asked to. */
  searchesByItself: boolean;
  /** What the user wrote about themselves for the assistant; empty if nothing. */
  about: string;
  /** How the assistant should answer, in the user's words; empty for the default. */
  answerStyle: string;
  /** Whether the assistant reads and writes the user's memories. */
  keepsMemories: boolean;
  /** The id of the model that the user has chosen; null for the first one of their plan. */
  model: string | null;
  /** The language of the user's mails and of their pages at the next sign-in; null for one that was never chosen. */
  language: LanguageId | null;
  /** When the operator blocked the account; null while it may be used. */
  blockedAt: number | null;
  createdAt: number;
}

/** The fields of an account that start the same for every user. */
export const NEW_USER = {
  passwordHash: null,
  emailVerified: false,
  name: null,
  subscriptionTier: 'free',
  subscriptionStatus: null,
  subscriptionPeriodEnd: null,
  subscriptionCancelAt: null,
  subscriptionPriceId: null,
  searchesByItself: true,
  about: '',
  answerStyle: '',
  keepsMemories: true,
  model: null,
  language: null,
  premiumUntil: null,
  extraMessages: 0,
  extraMessagesUntil: null,
  blockedAt: null,
} as const satisfies Partial<UserRecord>;

/** Fields without rules of their own: any value of their type may be saved. */
export type UserPatch = Partial<
  Pick<UserRecord, 'name' | 'searchesByItself' | 'about' | 'answerStyle' | 'keepsMemories' | 'model' | 'language'>
>;

export interface UserStore {
  /**
   * Stores a new user. False, and nothing stored, when the address is taken. Exactly one of two concurrent calls
   * returns true.
   */
  create(user: UserRecord): Promise<boolean>;
  findById(id: string): Promise<UserRecord | null>;
  findByEmail(email: string): Promise<UserRecord | null>;
  /**
   * Changes the user's password hash; with `was`, only while that is still the current hash. False, and nothing
   * changed, otherwise and for an unknown user.
   */
  setPasswordHash(id: string, passwordHash: string, was?: string | null): Promise<boolean>;
  /** Saves these fields. False for an unknown user. */
  update(id: string, patch: UserPatch): Promise<boolean>;
  /** Marks this address of the user as verified. False when the user has another address by now. */
  setVerified(id: string, email: string): Promise<boolean>;
  /**
   * Changes the user's address to a verified one, only while `was` is the current password hash. False, and nothing
   * changed, otherwise, when another user has the address, and for an unknown user.
   */
  setEmail(id: string, email: string, was: string | null): Promise<boolean>;
  /** Changes what the operator gave. False for an unknown user. */
  give(id: string, gifts: Partial<Gifts>): Promise<boolean>;
  /**
   * Blocks the user, or unblocks with null. A blocked user's sessions, API keys and shares stay, but are not found.
   * False for an unknown user.
   */
  setBlocked(id: string, blockedAt: number | null): Promise<boolean>;
}
