import {
  textOrNull,
  type AddPasskeyRequest,
  type OwnerProof,
  type Passkey,
  type PasskeySignInRequest,
  type PasskeyStartRequest,
  type PasskeyStartResponse,
  type ShapeOf,
  type SignedInResponse,
} from '@parley/core';
import type { Read } from '../create-transport.ts';

const OWN = '/api/account/passkeys';
const PASSKEY: ShapeOf<Passkey> = { id: '', name: '', createdAt: '', lastUsedAt: textOrNull };
const START: ShapeOf<PasskeyStartResponse> = { state: '', options: {} };

/** The calls about passkeys, loaded with the first of them. Rejects as the API client does. */
export function createPasskeyCalls(read: Read) {
  return {
    /** Oldest first. */
    list: async (): Promise<Passkey[]> => (await read<{ passkeys: Passkey[] }>({ passkeys: [PASSKEY] }, OWN)).passkeys,
    startAdding: (body: PasskeyStartRequest): Promise<PasskeyStartResponse> =>
      read(START, `${OWN}/start`, { method: 'POST', body }),
    async add(body: AddPasskeyRequest): Promise<void> {
      await read('success', OWN, { method: 'POST', body });
    },
    async remove(id: string, body: OwnerProof): Promise<void> {
      await read('success', `${OWN}/${encodeURIComponent(id)}`, { method: 'DELETE', body });
    },
    startSignIn: (): Promise<PasskeyStartResponse> => read(START, '/api/auth/passkey/start', { method: 'POST' }),
    signIn: (body: PasskeySignInRequest): Promise<SignedInResponse> =>
      read('signedIn', '/api/auth/passkey', { method: 'POST', body }),
  };
}
