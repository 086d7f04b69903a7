import { z } from 'zod';
import { API_KEY_DAYS, API_KEY_SCOPES, MAX_API_KEY_NAME, MAX_API_KEYS } from '../../account/api-key.ts';
import { OwnerProof } from './auth.ts';
import { enumOf, idsOf } from '../enum-of.ts';
import { t } from '../../language/translate.ts';
import { Success, Time } from '../response.ts';

const Scopes = z.array(enumOf(idsOf(API_KEY_SCOPES)));

/** A key with which a program uses the API as its user. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  ending: z.string().describe('The last four characters of the key. The key itself is not stored.'),
  scopes: Scopes,
  createdAt: Time,
  expiresAt: Time.nullable().describe('Null if it never expires.'),
  lastUsedAt: Time.nullable().describe('To within five minutes; null if it was never used.'),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** GET /api/account/api-keys */
export const ApiKeysResponse = Success.extend({
  apiKeys: z.array(ApiKey).describe(`All of them, newest first, expired ones included; at most ${MAX_API_KEYS}.`),
});
export type ApiKeysResponse = z.infer<typeof ApiKeysResponse>;

const NAME_TOO_LONG = `must have at most ${MAX_API_KEY_NAME} characters`;

/** POST /api/account/api-keys */
export const NewApiKey = z.object({
  name: z
    .string()
    .max(10 * MAX_API_KEY_NAME, NAME_TOO_LONG)
    .overwrite((name) => name.toWellFormed().replaceAll(/\s+/g, ' ').trim())
    .min(1, t`must not be empty`)
    .max(MAX_API_KEY_NAME, NAME_TOO_LONG),
  scopes: Scopes.min(1, t`must name at least one scope`)
    .max(API_KEY_SCOPES.length)
    .overwrite((scopes) => [...new Set(scopes)]),
  expiresInDays: z.literal(API_KEY_DAYS).nullable().describe('Null for a key that never expires.'),
  ...OwnerProof.shape,
});
export type NewApiKey = z.infer<typeof NewApiKey>;

export const NewApiKeyResponse = Success.extend({
  apiKey: ApiKey,
  secret: z.string().describe('The key itself. This is the only response that contains it.'),
});
export type NewApiKeyResponse = z.infer<typeof NewApiKeyResponse>;
