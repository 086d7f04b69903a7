import type {
  AddPasskeyRequest,
  OwnerProof,
  Passkey,
  PasskeySignInRequest,
  PasskeyStartRequest,
  PasskeyStartResponse,
  SignedInResponse,
} from '@parley/core';
import type { Call } from '../create-transport.ts';
import type { Responses } from '../read-response.ts';

type Read = <Name extends keyof Responses>(name: Name, path: string, call?: Call) => Promise<Responses[Name]>;

const OWN = '/api/account/passkeys';

/** The calls about passkeys, loaded with the first of them. Rejects as the API client does. */
export function createPasskeyCalls(read: Read) {
  return {
    /** Oldest first. */
    list: async (): Promise<Passkey[]> => (await read('passkeys', OWN)).passkeys,
    startAdding: (body: PasskeyStartRequest): Promise<PasskeyStartResponse> =>
      read('passkeyStart', `${OWN}/start`, { method: 'POST', body }),
    async add(body: AddPasskeyRequest): Promise<void> {
      await read('success', OWN, { method: 'POST', body });
    },
    async remove(id: string, body: OwnerProof): Promise<void> {
      await read('success', `${OWN}/${encodeURIComponent(id)}`, { method: 'DELETE', body });
    },
    startSignIn: (): Promise<PasskeyStartResponse> =>
      read('passkeyStart', '/api/auth/passkey/start', { method: 'POST' }),
    signIn: (body: PasskeySignInRequest): Promise<SignedInResponse> =>
      read('signedIn', '/api/auth/passkey', { method: 'POST', body }),
  };
}
