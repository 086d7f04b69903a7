export const MIN_PASSWORD_LENGTH = 6;
const MAX_PASSWORD_LENGTH = 256;
const MAX_EMAIL_LENGTH = 254;
/** Characters that nobody sees: with them one mailbox could be written as many addresses. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;
const MISMATCH = 'Passwords do not match';

/** The form an address is stored and looked up in. */
export function normalizeEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}

/** The sentence that says what is wrong with an address, or null. */
export function emailProblem(email: string): string | null {
  const normal = normalizeEmail(email);
  if (normal === '') return 'Email is required';
  const wellFormed =
    normal.length <= MAX_EMAIL_LENGTH &&
    !INVISIBLE.test(normal) &&
    /^[^\s@<>(),;:"\\[\]]+@[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)+$/u.test(normal);
  return wellFormed ? null : 'Please enter a valid email address';
}

/** The sentence that says why a new password is refused, or null. */
export function passwordProblem(password: string): string | null {
  if (password.length < MIN_PASSWORD_LENGTH) return `Password must be at least ${MIN_PASSWORD_LENGTH} characters long`;
  if (password.length > MAX_PASSWORD_LENGTH) return `Password must be at most ${MAX_PASSWORD_LENGTH} characters long`;
  return null;
}

/** The sentence that says why a password that was typed twice is refused, or null. */
export function newPasswordProblem(password: string, confirmation: string): string | null {
  return password === confirmation ? passwordProblem(password) : MISMATCH;
}

/** The sentence that says why a registration is refused before it is sent, or null. */
export function registrationProblem(email: string, password: string, confirmation: string): string | null {
  if (password !== confirmation) return MISMATCH;
  return emailProblem(email) ?? passwordProblem(password);
}
