import {
  textOrNull,
  type OwnerProof,
  type RecoveryCodesResponse,
  type SecondFactorRequest,
  type SecondFactorResponse,
  type SecondFactorSignInRequest,
  type SecondFactorStartResponse,
  type ShapeOf,
  type SignedInResponse,
} from '@parley/core';
import type { Read } from '../create-transport.ts';

const OWN = '/api/account/second-factor';
const STATUS: ShapeOf<Omit<SecondFactorResponse, 'success'>> = {
  since: textOrNull,
  recoveryCodesLeft: 0,
  devices: [{ id: '', name: '', createdAt: '', expiresAt: '', lastUsedAt: textOrNull }],
};
const KEY: ShapeOf<Omit<SecondFactorStartResponse, 'success'>> = { setup: '', secret: '', uri: '' };
const CODES: ShapeOf<Pick<RecoveryCodesResponse, 'recoveryCodes'>> = { recoveryCodes: [''] };

/** The calls about authenticator apps, loaded with the first of them. Rejects as the API client does. */
export function createSecondFactorCalls(read: Read) {
  return {
    status: () => read(STATUS, OWN),
    /** Makes the key for an app. */
    start: (body: OwnerProof) => read(KEY, `${OWN}/start`, { method: 'POST', body }),
    /** Adds the app that shows this code; resolves to the recovery codes. */
    add: async (body: SecondFactorRequest): Promise<string[]> =>
      (await read(CODES, OWN, { method: 'POST', body })).recoveryCodes,
    /** Replaces the recovery codes; resolves to the new ones. */
    renewCodes: async (body: OwnerProof): Promise<string[]> =>
      (await read(CODES, `${OWN}/recovery-codes`, { method: 'POST', body })).recoveryCodes,
    async remove(body: OwnerProof): Promise<void> {
      await read('success', OWN, { method: 'DELETE', body });
    },
    /** Makes a remembered device ask for a code again. */
    async forgetDevice(id: string): Promise<void> {
      await read('success', `${OWN}/devices/${encodeURIComponent(id)}`, { method: 'DELETE' });
    },
    /** Finishes a sign-in. */
    signIn: (body: SecondFactorSignInRequest): Promise<SignedInResponse> =>
      read('signedIn', '/api/auth/second-factor', { method: 'POST', body }),
  };
}
