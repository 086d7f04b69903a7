import type { OwnerProof, ProviderExchangeRequest, ProviderLinkStartRequest, SignedInResponse } from '@parley/core';
import type { Read } from '../create-transport.ts';

/**
 * The calls about Apple and the OpenID Connect providers, by their ids; loaded with the first of them. Rejects as the
 * API client does.
 */
export function createProviderCalls(read: Read) {
  const path = (provider: string): string =>
    provider === 'apple' ? '/api/auth/apple' : `/api/auth/oidc/${encodeURIComponent(provider)}`;
  return {
    /** Returns the address of the provider's page where a sign-in begins. */
    start: async (provider: string): Promise<string> =>
      (await read('url', `${path(provider)}/start`, { method: 'POST' })).url,
    exchange: (provider: string, body: ProviderExchangeRequest): Promise<SignedInResponse> =>
      read('signedIn', `${path(provider)}/exchange`, { method: 'POST', body }),
    /** The same for a signed-in user who links the provider. */
    startLink: async (provider: string, body: ProviderLinkStartRequest): Promise<string> =>
      (await read('url', `${path(provider)}/link/start`, { method: 'POST', body })).url,
    async link(provider: string, body: ProviderExchangeRequest): Promise<void> {
      await read('success', `${path(provider)}/link/exchange`, { method: 'POST', body });
    },
    async unlink(provider: string, body: OwnerProof): Promise<void> {
      await read('success', `${path(provider)}/link`, { method: 'DELETE', body });
    },
  };
}
