import { t, translated } from '@parley/core';
import type { AppleSettings } from '../../auth/apple/apple-settings.ts';
import { createAppleClient } from '../../auth/apple/apple-client.ts';
import { createOidcClient } from '../../auth/oidc/oidc-client.ts';
import type { OidcSettings } from '../../auth/oidc/oidc-settings.ts';
import { checkOf, error, ok, type Check } from '../check.ts';
import { explainConnection } from '../explain-connection.ts';

const TIMEOUT_MS = 4_500;

/** Signs a request with the Apple key, and reads the discovery document of each other provider. */
export function signInChecks(apple: AppleSettings | null, oidc: OidcSettings[]): Check[] {
  return [appleCheck(apple), ...oidc.map(oidcCheck)];
}

function appleCheck(apple: AppleSettings | null): Check {
  return checkOf(t`Sign in with Apple`, async () => {
    if (apple === null) return ok(t`Not set up (set the four APPLE_ settings).`);
    try {
      // Apple first checks the signature, then that no such token exists.
      const isAccepted = await createAppleClient(apple, Date.now).revoke('doctor');
      if (isAccepted) return ok(t`Apple accepts the key of ${apple.clientId}.`);
      return error(
        t`Apple rejects the key.`,
        t`Check that APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID and APPLE_PRIVATE_KEY belong together.`,
      );
    } catch (failure) {
      const { cause } = failure as Error;
      return error(
        t`Can’t ask Apple: ${explainConnection(cause ?? failure)}.`,
        t`Check that this machine can reach it.`,
      );
    }
  });
}

/** Codes of openid-client, and what they mean for a discovery document. */
const PROBLEMS: Record<string, string> = {
  OAUTH_RESPONSE_IS_NOT_CONFORM: t`it has none at this address`,
  OAUTH_RESPONSE_IS_NOT_JSON: t`what it sends isn’t JSON`,
  OAUTH_PARSE_ERROR: t`what it sends isn’t JSON`,
  OAUTH_INVALID_RESPONSE: t`what it sends isn’t one`,
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: t`it names another issuer`,
};

function oidcCheck(settings: OidcSettings): Check {
  const { name, issuer } = settings;
  return checkOf(t`Sign in with ${name}`, async () => {
    const fix = t`Check the issuer of ${name}: /.well-known/openid-configuration has to be below it.`;
    try {
      const client = createOidcClient({ ...settings, timeoutMs: TIMEOUT_MS }, Date.now);
      const { authorization_endpoint: page, token_endpoint: tokens } = (await client.configuration()).serverMetadata();
      if (page && tokens) return ok(t`${new URL(issuer).host} has a discovery document.`);
      return error(t`The discovery document of ${issuer} names no page to sign in at.`, fix);
    } catch (failure) {
      const { code } = failure as { code?: string };
      const problem = PROBLEMS[code ?? ''];
      const reason = problem === undefined ? explainConnection(failure) : translated(problem);
      return error(t`Can’t read the discovery document of ${issuer}: ${reason}.`, fix);
    }
  });
}
