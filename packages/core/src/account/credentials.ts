import { t } from '../language/translate.ts';
import { sentenceOf } from '../http/errors.ts';

export const MIN_PASSWORD_LENGTH = 6;
const MAX_PASSWORD_LENGTH = 256;
const MAX_EMAIL_LENGTH = 254;
/** Invisible characters: with them one mailbox could be written as many addresses. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;

// Functions, because the server has the language of each request.
const emailMissing = () => t`Email is required`;
const emailInvalid = () => t`Please enter a valid email address`;
const tooShort = () => t`Password must be at least ${MIN_PASSWORD_LENGTH} characters long`;
const tooLong = () => t`Password must be at most ${MAX_PASSWORD_LENGTH} characters long`;
const mismatch = () => t`Passwords do not match`;
export const passwordMissing = () => t`Password is required`;

export type CredentialsField = 'email' | 'password' | 'confirmation';

const FIELDS = new Map<string, CredentialsField>([
  [emailMissing(), 'email'],
  [emailInvalid(), 'email'],
  [sentenceOf('email-taken'), 'email'],
  [passwordMissing(), 'password'],
  [tooShort(), 'password'],
  [tooLong(), 'password'],
  [sentenceOf('wrong-credentials'), 'password'],
  [mismatch(), 'confirmation'],
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
  if (normal === '') return emailMissing();
  const wellFormed =
    normal.length <= MAX_EMAIL_LENGTH &&
    !INVISIBLE.test(normal) &&
    /^[^\s@<>(),;:"\\[\]]+@[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)+$/u.test(normal);
  return wellFormed ? null : emailInvalid();
}

/** Why a new password is refused, as a sentence; null if it is fine. */
export function passwordProblem(password: string): string | null {
  if (password.length < MIN_PASSWORD_LENGTH) return tooShort();
  if (password.length > MAX_PASSWORD_LENGTH) return tooLong();
  return null;
}

/** Why a password and its confirmation are refused, as a sentence; null if they are fine. */
export function newPasswordProblem(password: string, confirmation: string): string | null {
  return password === confirmation ? passwordProblem(password) : mismatch();
}

/** Why a registration form is refused before it is sent, as a sentence; null if it is fine. */
export function registrationProblem(email: string, password: string, confirmation: string): string | null {
  if (password !== confirmation) return mismatch();
  return emailProblem(email) ?? passwordProblem(password);
}
