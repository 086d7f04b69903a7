import { z } from 'zod';
import { t } from '../../language/translate.ts';
import { OwnerProof } from './auth.ts';

const NO_TOKEN = t`No ID token received from Apple`;
const NO_CODE = t`No authorization code received from Apple`;
const NamePart = z.string().max(500).nullish();

/** POST /api/auth/apple: what Apple's script returned to the page. Apple sends the name at the first consent only. */
export const AppleRequest = z.object({
  idToken: z.string(NO_TOKEN).min(1, NO_TOKEN).max(8192),
  nonce: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('The page’s nonce; the token carries its SHA-256 in hexadecimal digits.'),
  code: z.string().min(1).max(1024).optional(),
  name: z.union([z.string().max(1000), z.object({ firstName: NamePart, lastName: NamePart })]).nullish(),
});
export type AppleRequest = z.infer<typeof AppleRequest>;

/** POST /api/auth/apple/link: adds a permanent way to sign in, so it asks for the password again. */
export const AppleLinkRequest = AppleRequest.extend({
  password: OwnerProof.shape.password,
  ownerCode: OwnerProof.shape.code.describe('As `code` elsewhere, which is Apple’s here.'),
});

/** POST /api/auth/apple/exchange: the parameters of Apple's redirect. */
export const AppleExchangeRequest = z.object({
  code: z.string(NO_CODE).min(1, NO_CODE).max(1024),
  state: z.string().max(256),
});
export type AppleExchangeRequest = z.infer<typeof AppleExchangeRequest>;

/** POST /api/auth/apple/notifications, from Apple. */
export const AppleNotification = z.object({ payload: z.string().max(16_384) });
