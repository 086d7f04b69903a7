import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import { AppError, t } from '@parley/core';
import { createOutgoingClient } from '../../outgoing/outgoing-client.ts';
import type { AppleSettings } from './apple-settings.ts';

const TIMEOUT_MS = 8000;

const tokens = z.object({ id_token: z.string(), refresh_token: z.string().optional() });
const refusal = z.object({ error: z.string() });

export interface AppleTokens {
  idToken: string;
  refreshToken: string | null;
}

/** Calls to Apple's server. Both throw `unavailable` when it cannot be reached. */
export interface AppleClient {
  /**
   * Exchanges an authorization code for tokens. Null if the code is unknown, used, expired or was issued for another
   * redirect URI. Throws `unavailable` if Apple rejects this client.
   */
  exchange(code: string, redirectUri: string): Promise<AppleTokens | null>;
  /** Revokes a refresh token, even one that is no longer valid. False if Apple rejects this client. */
  revoke(refreshToken: string): Promise<boolean>;
}

export function createAppleClient(settings: AppleSettings, now: () => number): AppleClient {
  const { clientId, teamId, keyId, privateKey, issuer } = settings;
  const { fetch } = createOutgoingClient({ baseUrl: issuer });
  const key = () => importPKCS8(privateKey, 'ES256');

  async function clientSecret(): Promise<string> {
    const iat = Math.floor(now() / 1000);
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt(iat)
      .setExpirationTime(iat + 300)
      .sign(await key());
  }

  /** Apple's response, or whether it rejects the client or the grant. */
  async function ask(path: string, fields: Record<string, string>): Promise<{ text: string } | 'client' | 'grant'> {
    const body = new URLSearchParams({ client_id: clientId, client_secret: await clientSecret(), ...fields });
    const answer = await fetch(issuer + path, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((cause: unknown) => {
        throw unavailable(cause);
      });
    if (answer.status === 200) return { text: answer.text };
    const { data } = refusal.safeParse(parse(answer.text));
    if (data?.error === 'invalid_client') return 'client';
    if (answer.status === 400 && data) return 'grant';
    throw unavailable(new Error(`Apple answered ${answer.status}.`));
  }

  return {
    async exchange(code, redirectUri) {
      const fields = { code, grant_type: 'authorization_code', redirect_uri: redirectUri };
      const answer = await ask('/auth/token', fields);
      if (answer === 'grant') return null;
      if (answer === 'client') {
        const cause = new Error('Apple answered invalid_client: check APPLE_CLIENT_ID, APPLE_TEAM_ID and the key.');
        throw new AppError('unavailable', { message: t`Invalid client configuration`, cause });
      }
      const { data } = tokens.safeParse(parse(answer.text));
      if (!data) throw unavailable(new Error('Apple answered with something unreadable.'));
      return { idToken: data.id_token, refreshToken: data.refresh_token ?? null };
    },
    async revoke(refreshToken) {
      return (await ask('/auth/revoke', { token: refreshToken, token_type_hint: 'refresh_token' })) !== 'client';
    },
  };
}

function unavailable(cause: unknown): AppError {
  return new AppError('unavailable', { message: t`Apple Sign-In not available`, retryAfter: 5, cause });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
