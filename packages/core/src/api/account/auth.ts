import { z } from 'zod';
import { DESKTOP_CODE, DESKTOP_SECRET } from '../../desktop/desktop-sign-in.ts';
import { Success } from '../response.ts';
import { User } from './user.ts';

/** An email address as it was typed. */
export const TypedEmail = z.string().max(1000);
/** A password as it was typed. */
export const TypedPassword = z.string().max(1000);
/** A code of an authenticator app, or a recovery code, as it was typed. */
export const TypedCode = z.string().max(100);
const MailedToken = z.string().max(200);

/** What the owner of an account confirms a change with. */
export const OwnerProof = z.object({
  password: TypedPassword.optional().describe('Of the account; accounts without one sign in again first.'),
  code: TypedCode.optional().describe(
    'Of the authenticator app, or a recovery code; needed if the account has an app.',
  ),
});
export type OwnerProof = z.infer<typeof OwnerProof>;

/** POST /api/auth/register, POST /api/auth/login */
export const CredentialsRequest = z.object({ email: TypedEmail, password: TypedPassword });
export type CredentialsRequest = z.infer<typeof CredentialsRequest>;

export const SignedInResponse = Success.extend({
  token: z.string().describe('To be sent as `Authorization: Bearer <token>`.'),
  user: User,
});
export type SignedInResponse = z.infer<typeof SignedInResponse>;

/** GET /api/auth/me */
export const MeResponse = z.union([
  Success.extend({ user: User }),
  z.object({ success: z.literal(false), user: z.null() }),
]);
export type MeResponse = z.infer<typeof MeResponse>;

/**
 * POST /api/auth/verify: the token of a mail that confirms an address, the first one or a new one. It takes effect in a
 * session of the account, with the account's password, or, for a first address, with a new password. A new password
 * ends the old one and all sessions, which may be a stranger's.
 */
export const VerifyRequest = z.object({
  token: MailedToken,
  password: TypedPassword.optional(),
  newPassword: TypedPassword.optional(),
});
export type VerifyRequest = z.infer<typeof VerifyRequest>;

/** The address that is verified from now on. Verifying does not sign in. */
export const VerifyResponse = Success.extend({ email: z.string() });
export type VerifyResponse = z.infer<typeof VerifyResponse>;

/** POST /api/auth/forgot: answers the same for a known and for an unknown address. */
export const ForgotRequest = z.object({ email: TypedEmail });
export type ForgotRequest = z.infer<typeof ForgotRequest>;

/** POST /api/auth/reset: signs out everywhere. */
export const ResetRequest = z.object({ token: MailedToken, password: TypedPassword });
export type ResetRequest = z.infer<typeof ResetRequest>;

const DesktopSecret = z.string().regex(DESKTOP_SECRET);

/** POST /api/auth/desktop/code, from the signed-in browser: makes a code for the holder of the challenge's verifier. */
export const DesktopCodeRequest = z.object({ challenge: DesktopSecret });
export type DesktopCodeRequest = z.infer<typeof DesktopCodeRequest>;

export const DesktopCodeResponse = Success.extend({ code: z.string(), expiresIn: z.int().describe('Seconds.') });
export type DesktopCodeResponse = z.infer<typeof DesktopCodeResponse>;

/** POST /api/auth/desktop/exchange, from the app: trades code and verifier for a session, once. */
export const DesktopExchangeRequest = z.object({ code: z.string().regex(DESKTOP_CODE), verifier: DesktopSecret });
export type DesktopExchangeRequest = z.infer<typeof DesktopExchangeRequest>;
