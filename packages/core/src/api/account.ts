import type { User } from './http.ts';
import type { OnboardingAnswers, OnboardingStepId } from '../onboarding/onboarding.ts';

/**
 * POST /api/auth/verify: the token of a mail that confirms an address, the first one or a new one. It takes effect in a
 * session of the account, with the account's password, or, for a first address, with a new password. A new password ends
 * the old one and all sessions, which may be a stranger's.
 */
export interface VerifyRequest {
  token: string;
  password?: string | undefined;
  newPassword?: string | undefined;
}

/** The address that is verified from now on. Verifying does not sign in. */
export interface VerifyResponse {
  success: true;
  email: string;
}

/** POST /api/auth/forgot: answers the same for a known and for an unknown address. */
export interface ForgotRequest {
  email: string;
}

/** POST /api/auth/reset: signs out everywhere. */
export interface ResetRequest {
  token: string;
  password: string;
}

/** GET /api/account: what the settings show before the owner changes something. */
export interface AccountResponse {
  success: true;
  user: User;
  /** Whether changes ask for a password. Accounts opened with Apple may have none. */
  hasPassword: boolean;
  /** When the next export is allowed, ISO 8601; null if it is allowed now. */
  nextExportAt: string | null;
}

/**
 * POST /api/account/password: signs out everywhere else. An account without a password leaves the current one out; it
 * must have signed in within the last 5 minutes. The same holds for every call below /api/account.
 */
export interface ChangePasswordRequest {
  currentPassword?: string | undefined;
  newPassword: string;
}

/** POST /api/account/email: the new address replaces the old one once its mail is confirmed. */
export interface ChangeEmailRequest {
  password?: string | undefined;
  email: string;
}

/** DELETE /api/account */
export interface DeleteAccountRequest {
  password?: string | undefined;
}

/** GET /api/account/sessions: last used first. DELETE ends all others; DELETE /api/account/sessions/{id} ends one. */
export interface SessionsResponse {
  success: true;
  sessions: AccountSession[];
}

export interface AccountSession {
  id: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601, rounded to minutes; up to 5 minutes old. */
  lastSeenAt: string;
  /** The browser and the system, such as 'Firefox on Linux'. */
  device: string;
  /** Whether this is the session of the request. */
  isCurrent: boolean;
}

/** `account.json` in the download of GET /api/account/export. */
export interface ExportedAccount {
  user: User;
  /** The person's name as another service gave it; null if none did. */
  name: string | null;
  /** ISO 8601. */
  createdAt: string;
  exportedAt: string;
  sessions: Omit<AccountSession, 'isCurrent'>[];
  signInsElsewhere: ExportedIdentity[];
  /** The last usage window; null if no message was ever counted. */
  usage: { start: string; end: string; used: number } | null;
  /** Stripe's customer ids. */
  stripeCustomers: string[];
  /** Progress of the onboarding; null if it was never started. Times are ISO 8601. */
  onboarding: {
    step: OnboardingStepId;
    answers: OnboardingAnswers;
    seenAt: string | null;
    demoUsedAt: string | null;
  } | null;
}

/** An external account that can sign in to this one. */
interface ExportedIdentity {
  provider: string;
  /** The provider's id for the person. */
  subject: string;
  email: string | null;
  isPrivateRelay: boolean;
  forwardsMail: boolean;
  /** ISO 8601. */
  createdAt: string;
}
