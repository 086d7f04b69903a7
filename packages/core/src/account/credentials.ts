import { t } from '../language/translate.ts';
import { ERRORS } from '../http/errors.ts';

export const MIN_PASSWORD_LENGTH = 6;
const MAX_PASSWORD_LENGTH = 256;
const MAX_EMAIL_LENGTH = 254;
/** Invisible characters: with them one mailbox could be written as many addresses. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;
const EMAIL_MISSING = t`Email is required`;
const EMAIL_INVALID = t`Please enter a valid email address`;
const TOO_SHORT = t`Password must be at least ${MIN_PASSWORD_LENGTH} characters long`;
const TOO_LONG = t`Password must be at most ${MAX_PASSWORD_LENGTH} characters long`;
const MISMATCH = t`Passwords do not match`;
export const PASSWORD_MISSING = t`Password is required`;

export type CredentialsField = 'email' | 'password' | 'confirmation';

const FIELDS = new Map<string, CredentialsField>([
  [EMAIL_MISSING, 'email'],
  [EMAIL_INVALID, 'email'],
  [ERRORS['email-taken'].message, 'email'],
  [PASSWORD_MISSING, 'password'],
  [TOO_SHORT, 'password'],
  [TOO_LONG, 'password'],
  [ERRORS['wrong-credentials'].message, 'password'],
  [MISMATCH, 'confirmation'],
]);

/** The field that a problem is about, found here or by the server; null if it is about none. */
export function fieldOf(problem: string): CredentialsField | null {
  return FIELDS.get(problem) ?? null;
}

/** The normalized form in which an address is stored and looked up. */
export function normalizeEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}

/** Why an address is refused, as a sentence; null if it is fine. */
export function emailProblem(email: string): string | null {
  const normal = normalizeEmail(email);
  if (normal === '') return EMAIL_MISSING;
  const wellFormed =
    normal.length <= MAX_EMAIL_LENGTH &&
    !INVISIBLE.test(normal) &&
    /^[^\s@<>(),;:"\\[\]]+@[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)+$/u.test(normal);
  return wellFormed ? null : EMAIL_INVALID;
}

/** Why a new password is refused, as a sentence; null if it is fine. */
export function passwordProblem(password: string): string | null {
  if (password.length < MIN_PASSWORD_LENGTH) return TOO_SHORT;
  if (password.length > MAX_PASSWORD_LENGTH) return TOO_LONG;
  return null;
}

/** Why a password and its confirmation are refused, as a sentence; null if they are fine. */
export function newPasswordProblem(password: string, confirmation: string): string | null {
  return password === confirmation ? passwordProblem(password) : MISMATCH;
}

/** Why a registration form is refused before it is sent, as a sentence; null if it is fine. */
export function registrationProblem(email: string, password: string, confirmation: string): string | null {
  if (password !== confirmation) return MISMATCH;
  return emailProblem(email) ?? passwordProblem(password);
}
