import { z } from 'zod';
import { TypedCode } from './auth.ts';
import { Success, Time } from '../response.ts';

/** A browser in which the user signs in without a code. */
export const RememberedDevice = z.object({
  id: z.string(),
  name: z.string().describe('The browser and the system, such as “Firefox on Linux”.'),
  createdAt: Time,
  expiresAt: Time,
  lastUsedAt: Time.nullable().describe('Null until it has signed in.'),
});
export type RememberedDevice = z.infer<typeof RememberedDevice>;

/** GET /api/account/second-factor */
export const SecondFactorResponse = Success.extend({
  since: Time.nullable().describe('When the authenticator app was added; null if there is none.'),
  recoveryCodesLeft: z.int().describe('Unused recovery codes.'),
  devices: z.array(RememberedDevice).describe('Browsers that sign in without a code, oldest first.'),
});
export type SecondFactorResponse = z.infer<typeof SecondFactorResponse>;

/** POST /api/account/second-factor/start: shows the app's key once. Nothing changes until a code of the app arrives. */
export const SecondFactorStartResponse = Success.extend({
  setup: z.string().describe('To be sent back with the app’s first code, within 15 minutes.'),
  secret: z.string().describe('The app’s key in base32, to be typed.'),
  uri: z.string().describe('The same as an `otpauth:` address, to be shown as a QR code.'),
});
export type SecondFactorStartResponse = z.infer<typeof SecondFactorStartResponse>;

/** POST /api/account/second-factor: from now on, signing in needs a code. Signs out everywhere else. */
export const SecondFactorRequest = z.object({ setup: z.string().max(2000), code: TypedCode });
export type SecondFactorRequest = z.infer<typeof SecondFactorRequest>;

/** POST /api/account/second-factor, POST /api/account/second-factor/recovery-codes */
export const RecoveryCodesResponse = Success.extend({
  recoveryCodes: z.array(z.string()).describe('Each signs in once. No other response contains them.'),
});
export type RecoveryCodesResponse = z.infer<typeof RecoveryCodesResponse>;

/** POST /api/auth/second-factor: finishes a sign-in that was answered with `second-factor-needed`. */
export const SecondFactorSignInRequest = z.object({
  ticket: z.string().max(200).describe('From that response; valid once, for five minutes.'),
  code: TypedCode,
  remember: z.exactOptional(z.boolean()).describe('Whether this browser needs no code for 30 days, by a cookie.'),
});
export type SecondFactorSignInRequest = z.infer<typeof SecondFactorSignInRequest>;
