import type { Exchange } from '../server/exchange.ts';
import type { Grant, Grants } from './grants.ts';
import { identityClaims } from './identity-token.ts';
import type { People } from './people.ts';
import type { SigningKeys } from '../server/signing-keys.ts';
import type { Team } from './team.ts';

interface TokenEndpointOptions {
  team: Team;
  keys: SigningKeys;
  people: People;
  grants: Grants;
  issuer: () => string;
  now: () => number;
}

/** Handles `/auth/token` and `/auth/revoke`, where a client's server authenticates with its secret. */
export function createTokenEndpoint({ team, keys, people, grants, issuer, now }: TokenEndpointOptions) {
  const isClient = (form: URLSearchParams) =>
    team.accepts(form.get('client_id'), form.get('client_secret'), issuer(), now());

  function grantOf(form: URLSearchParams): { grant: Grant; refreshToken: string | null } | { error: string } {
    const type = form.get('grant_type');
    if (type === 'authorization_code') {
      const grant = grants.takeCode(form.get('code') ?? '', now());
      if (!grant || grant.redirectUri !== form.get('redirect_uri')) return { error: 'invalid_grant' };
      return { grant, refreshToken: grants.newRefreshToken(grant) };
    }
    if (type !== 'refresh_token') return { error: 'unsupported_grant_type' };
    const grant = grants.refreshToken(form.get('refresh_token') ?? '');
    return grant ? { grant, refreshToken: null } : { error: 'invalid_grant' };
  }

  return {
    async exchange(exchange: Exchange, form: URLSearchParams): Promise<void> {
      if (!(await isClient(form))) return exchange.json(400, { error: 'invalid_client' });
      const found = grantOf(form);
      if ('error' in found) return exchange.json(400, found);
      const { grant, refreshToken } = found;
      const person = people.find(grant.subject);
      if (!person) return exchange.json(400, { error: 'invalid_grant' });
      const accessToken = `a${crypto.randomUUID()}.0.sandbox`;
      const { clientId } = team.credentials;
      const nonce = refreshToken === null ? null : grant.nonce;
      const claims = identityClaims({
        issuer: issuer(),
        clientId,
        person,
        nonce,
        now: now(),
        flagsAre: 'booleans',
        with: { accessToken },
      });
      exchange.json(200, {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: 3600,
        ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
        id_token: await keys.sign(claims),
      });
    },

    /** Ends the consent behind the token. An unknown token is not an error. */
    async revoke(exchange: Exchange, form: URLSearchParams): Promise<void> {
      if (!(await isClient(form))) return exchange.json(400, { error: 'invalid_client' });
      const token = form.get('token');
      if (!token) return exchange.json(400, { error: 'invalid_request' });
      const grant = grants.refreshToken(token);
      if (grant) {
        grants.revoke(grant.subject);
        people.forget(grant.subject);
      }
      exchange.send(200, 'text/plain', '');
    },
  };
}
