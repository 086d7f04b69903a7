import {
  textOrNull,
  USER,
  type AccountResponse,
  type AccountSession,
  type ChangeEmailRequest,
  type ChangePasswordRequest,
  type DeleteAccountRequest,
  type OwnerProof,
  type PreferencesRequest,
  type SessionsResponse,
  type ShapeOf,
} from '@parley/core';
import type { Call, Read } from '../create-transport.ts';
import { reached } from '../transport-error.ts';

type Request = (path: string, call: Call, signal: AbortSignal) => Promise<Response>;

const EXPORT_TIMEOUT = 3_600_000;
const ACCOUNT = '/api/account';
const SESSIONS = `${ACCOUNT}/sessions`;
const OWN: ShapeOf<AccountResponse> = { user: USER, hasPassword: true, nextExportAt: textOrNull };
const LISTED: ShapeOf<SessionsResponse> = { sessions: [{ id: '', createdAt: '', lastSeenAt: '', device: '' }] };

/** The calls about the account and its sessions, loaded with the first of them. Rejects as the API client does. */
export function createAccountCalls(read: Read, request: Request) {
  return {
    read: (): Promise<AccountResponse> => read(OWN, ACCOUNT),
    async setPreferences(body: PreferencesRequest): Promise<void> {
      await read('success', `${ACCOUNT}/preferences`, { method: 'PUT', body });
    },
    async changeEmail(body: ChangeEmailRequest): Promise<void> {
      await read('success', `${ACCOUNT}/email`, { method: 'POST', body });
    },
    async changePassword(body: ChangePasswordRequest): Promise<void> {
      await read('success', `${ACCOUNT}/password`, { method: 'POST', body });
    },
    /** Exports everything as a ZIP file; may take minutes. An account with an authenticator app needs a proof. */
    async export(proof?: OwnerProof): Promise<Blob> {
      const call: Call = proof ? { method: 'POST', body: proof } : {};
      return reached((await request(`${ACCOUNT}/export`, call, AbortSignal.timeout(EXPORT_TIMEOUT))).blob());
    },
    async delete(body: DeleteAccountRequest): Promise<void> {
      await read('success', ACCOUNT, { method: 'DELETE', body });
    },
    /** Last used first. */
    sessions: async (): Promise<AccountSession[]> => (await read(LISTED, SESSIONS)).sessions,
    async endSession(id: string): Promise<void> {
      await read('success', `${SESSIONS}/${encodeURIComponent(id)}`, { method: 'DELETE' });
    },
    async endOtherSessions(): Promise<void> {
      await read('success', SESSIONS, { method: 'DELETE' });
    },
  };
}
