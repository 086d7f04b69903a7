import { z } from 'zod';
import { OwnerProof } from './auth.ts';
import { Success, Time } from '../response.ts';

const Bytes = z.string().max(16_384).describe('base64url');
const Transport = z.string().regex(/^[a-z-]{1,20}$/);
const Credential = { id: z.string().min(1).max(1400), rawId: z.string().max(1400), type: z.literal('public-key') };

/** A passkey in the settings. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string().describe('Where it was made, such as “Firefox on Linux”.'),
  createdAt: Time,
  lastUsedAt: Time.nullable().describe('Null until the first sign-in.'),
});
export type Passkey = z.infer<typeof Passkey>;

/** GET /api/account/passkeys: oldest first. */
export const PasskeysResponse = Success.extend({ passkeys: z.array(Passkey) });
export type PasskeysResponse = z.infer<typeof PasskeysResponse>;

/** POST /api/account/passkeys/start: adds a permanent way to sign in, so it asks for the password again. */
export const PasskeyStartRequest = OwnerProof;
export type PasskeyStartRequest = z.infer<typeof PasskeyStartRequest>;

/** POST /api/account/passkeys/start, POST /api/auth/passkey/start */
export const PasskeyStartResponse = Success.extend({
  state: z.string().describe('To be sent back with the browser’s answer.'),
  options: z.looseObject({}).describe('For WebAuthn in the browser, as JSON.'),
});
export type PasskeyStartResponse = z.infer<typeof PasskeyStartResponse>;

/** POST /api/account/passkeys: the browser's answer, as `PublicKeyCredential.toJSON()` has it. */
export const AddPasskeyRequest = z.object({
  state: z.string().max(256),
  response: z.object({
    ...Credential,
    response: z.object({
      clientDataJSON: Bytes,
      attestationObject: Bytes,
      transports: z.array(Transport).max(10).optional().catch([]),
    }),
  }),
});
export type AddPasskeyRequest = z.infer<typeof AddPasskeyRequest>;

/** POST /api/auth/passkey: the same for a sign-in. */
export const PasskeySignInRequest = z.object({
  state: z.string().max(256),
  response: z.object({
    ...Credential,
    response: z.object({
      clientDataJSON: Bytes,
      authenticatorData: Bytes,
      signature: Bytes,
      userHandle: z.string().max(200).nullish(),
    }),
  }),
});
export type PasskeySignInRequest = z.infer<typeof PasskeySignInRequest>;
