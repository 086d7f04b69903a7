import { z } from 'zod';
import { OwnerProof } from './auth.ts';
import { Success } from '../response.ts';

/** A service that people sign in with, and whether it is linked to an account. */
export const SignInProvider = z.object({
  id: z.string().describe('`apple`, or the id of an OpenID Connect provider.'),
  name: z.string(),
  isLinked: z.boolean(),
  email: z.string().nullable().describe('The address at the provider; null if not linked, or if it sent none.'),
});
export type SignInProvider = z.infer<typeof SignInProvider>;

/** POST /api/auth/apple/start, POST /api/auth/oidc/{provider}/start and their `link/start`. */
export const ProviderStartResponse = Success.extend({ url: z.string().describe('Where the browser goes next.') });
export type ProviderStartResponse = z.infer<typeof ProviderStartResponse>;

/** POST /api/auth/oidc/{provider}/exchange: the parameters with which the provider sent the browser back. */
export const ProviderExchangeRequest = z.object({
  code: z.string().min(1).max(4096),
  state: z.string().max(256),
  iss: z.string().max(512).optional().describe('Present if the provider sent it.'),
});
export type ProviderExchangeRequest = z.infer<typeof ProviderExchangeRequest>;

/** POST …/link/start: adds a permanent way to sign in, so it asks for the password again. */
export const ProviderLinkStartRequest = OwnerProof;
export type ProviderLinkStartRequest = z.infer<typeof ProviderLinkStartRequest>;
