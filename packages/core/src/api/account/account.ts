import { z } from 'zod';
import { MAX_INSTRUCTIONS } from '../../account/instructions.ts';
import { t } from '../../language/translate.ts';
import { OwnerProof, TypedEmail, TypedPassword } from './auth.ts';
import { SignInProvider } from './providers.ts';
import { ModelOption } from '../chat/models.ts';
import { Success, Time } from '../response.ts';
import { Language, User } from './user.ts';

const Instructions = z
  .string()
  .overwrite((text) => text.trim().toWellFormed())
  .max(MAX_INSTRUCTIONS, t`This can be up to ${MAX_INSTRUCTIONS.toLocaleString('en')} characters.`);

/** GET /api/account: the account as the settings show it. */
export const AccountResponse = Success.extend({
  user: User,
  hasPassword: z
    .boolean()
    .describe('Whether changes ask for a password. Accounts that were opened with Apple may have none.'),
  hasSecondFactor: z
    .exactOptional(z.literal(true))
    .describe('Whether changes ask for a code, too; absent without an authenticator app.'),
  searchesByItself: z
    .exactOptional(z.boolean())
    .describe('Whether the assistant may use the web in Normal by itself; on if absent.'),
  about: z
    .exactOptional(z.string())
    .describe('What the assistant knows about the person, in their words; empty if absent.'),
  answerStyle: z.exactOptional(z.string()).describe('How the assistant answers, in their words; empty if absent.'),
  signInProviders: z
    .exactOptional(z.array(SignInProvider))
    .describe('Apple and the OpenID Connect providers of this server; absent if there are none.'),
  models: z
    .exactOptional(z.array(ModelOption))
    .describe('The models that you can choose; absent where there is no choice.'),
  nextExportAt: Time.nullable().describe('When the next export is allowed; null if it is allowed now.'),
});
export type AccountResponse = z.infer<typeof AccountResponse>;

/** PUT /api/account/preferences: absent fields stay as they are. */
export const PreferencesRequest = z
  .object({
    searchesByItself: z.exactOptional(z.boolean()),
    about: z.exactOptional(Instructions),
    answerStyle: z.exactOptional(Instructions),
    keepsMemories: z.exactOptional(z.boolean()).describe('Whether the assistant reads and writes memories.'),
    model: z
      .exactOptional(z.string().max(100).nullable())
      .describe('The ID of the model that answers; null for the first one of your plan.'),
    language: z.exactOptional(Language).describe('The language of your mails and pages.'),
  })
  .refine((fields) => Object.keys(fields).length > 0, 'names no preference');
export type PreferencesRequest = z.infer<typeof PreferencesRequest>;

/**
 * POST /api/account/password: signs out everywhere else. An account without a password leaves the current one out; it
 * must have signed in within the last 5 minutes. The same holds for every call below /api/account.
 */
export const ChangePasswordRequest = z.object({
  currentPassword: TypedPassword.optional(),
  code: OwnerProof.shape.code,
  newPassword: TypedPassword,
});
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>;

/** POST /api/account/email: the new address replaces the old one once its mail is confirmed. */
export const ChangeEmailRequest = OwnerProof.extend({ email: TypedEmail });
export type ChangeEmailRequest = z.infer<typeof ChangeEmailRequest>;

/** DELETE /api/account */
export const DeleteAccountRequest = OwnerProof;
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
