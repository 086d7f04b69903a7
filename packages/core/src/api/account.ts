import { z } from 'zod';
import { TypedEmail, TypedPassword } from './auth.ts';
import { Success, Time } from './response.ts';
import { User } from './user.ts';

/** GET /api/account: what the settings show before the owner changes something. */
export const AccountResponse = Success.extend({
  user: User,
  hasPassword: z
    .boolean()
    .describe('Whether changes ask for a password. Accounts that were opened with Apple may have none.'),
  searchesByItself: z
    .exactOptional(z.boolean())
    .describe('Whether the assistant may use the web in Normal by itself; on if absent.'),
  nextExportAt: Time.nullable().describe('When the next export is allowed; null if it is allowed now.'),
});
export type AccountResponse = z.infer<typeof AccountResponse>;

/** PUT /api/account/preferences */
export const PreferencesRequest = z.object({ searchesByItself: z.boolean() });
export type PreferencesRequest = z.infer<typeof PreferencesRequest>;

/**
 * POST /api/account/password: signs out everywhere else. An account without a password leaves the current one out; it
 * must have signed in within the last 5 minutes. The same holds for every call below /api/account.
 */
export const ChangePasswordRequest = z.object({
  currentPassword: TypedPassword.optional(),
  newPassword: TypedPassword,
});
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>;

/** POST /api/account/email: the new address replaces the old one once its mail is confirmed. */
export const ChangeEmailRequest = z.object({ password: TypedPassword.optional(), email: TypedEmail });
export type ChangeEmailRequest = z.infer<typeof ChangeEmailRequest>;

/** DELETE /api/account */
export const DeleteAccountRequest = z.object({ password: TypedPassword.optional() });
export type DeleteAccountRequest = z.infer<typeof DeleteAccountRequest>;

export const AccountSession = z.object({
  id: z.string(),
  createdAt: Time,
  lastSeenAt: Time.describe('Rounded to minutes; up to 5 minutes old.'),
  device: z.string().describe('The browser and the system, such as “Firefox on Linux”.'),
  isCurrent: z.boolean().describe('Whether this is the session of the request.'),
});
export type AccountSession = z.infer<typeof AccountSession>;

/** GET /api/account/sessions: last used first. DELETE ends all others; DELETE /api/account/sessions/{id} ends one. */
export const SessionsResponse = Success.extend({ sessions: z.array(AccountSession) });
export type SessionsResponse = z.infer<typeof SessionsResponse>;
