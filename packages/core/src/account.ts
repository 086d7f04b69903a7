import type { User } from './http.ts';
import type { OnboardingAnswers, OnboardingStepId } from './onboarding.ts';

/** POST /api/auth/verify: the token of a mail that asks whether an address is one's own, new or first. */
export interface VerifyRequest {
  token: string;
}

/** The address that is verified from now on; nobody is signed in by it. */
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

/** GET /api/account: what its owner may want to know before changing it. */
export interface AccountResponse {
  success: true;
  user: User;
  /** Whether changes ask for a password; accounts that were opened with Apple may have none. */
  hasPassword: boolean;
  /** When everything can be exported again, ISO 8601; null where that is now. */
  nextExportAt: string | null;
}

/**
 * POST /api/account/password: signs out everywhere else. As everywhere below /api/account, accounts without a password
 * leave the current one out and have signed in within the last 5 minutes.
 */
export interface ChangePasswordRequest {
  currentPassword?: string | undefined;
  newPassword: string;
}

/** POST /api/account/email: the new address becomes the account's once its mail is answered. */
export interface ChangeEmailRequest {
  password?: string | undefined;
  email: string;
}

/** DELETE /api/account */
export interface DeleteAccountRequest {
  password?: string | undefined;
}

/** GET /api/account/sessions: last used first. DELETE ends the others, DELETE /api/account/sessions/{id} that one. */
export interface SessionsResponse {
  success: true;
  sessions: AccountSession[];
}

export interface AccountSession {
  id: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601, whole minutes; up to 5 minutes behind. */
  lastSeenAt: string;
  /** In words, such as 'Firefox on Linux'. */
  device: string;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
}

/** `account.json` in the download of GET /api/account/export. */
export interface ExportedAccount {
  user: User;
  /** What another service said the person is called; null when nobody said. */
  name: string | null;
  /** ISO 8601. */
  createdAt: string;
  exportedAt: string;
  sessions: Omit<AccountSession, 'isCurrent'>[];
  signInsElsewhere: ExportedIdentity[];
  /** The window that messages were last counted in; null when none ever was. */
  usage: { start: string; end: string; used: number } | null;
  /** What Stripe calls the person. */
  stripeCustomers: string[];
  /** How far the person came in the onboarding; null when it was never begun. Times are ISO 8601. */
  onboarding: {
    step: OnboardingStepId;
    answers: OnboardingAnswers;
    seenAt: string | null;
    demoUsedAt: string | null;
  } | null;
}

/** An account elsewhere that the account is signed in to with. */
interface ExportedIdentity {
  provider: string;
  /** The provider's own id of the person. */
  subject: string;
  email: string | null;
  isPrivateRelay: boolean;
  forwardsMail: boolean;
  /** ISO 8601. */
  createdAt: string;
}
