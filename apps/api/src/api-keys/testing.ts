import OpenAI, { APIUserAbortError, AuthenticationError, RateLimitError } from 'openai';
import type { ApiKey, ApiKeyScope } from '@parley/core';
import type { TestServer } from '../testing/test-server.ts';

export { APIUserAbortError, AuthenticationError, OpenAI, RateLimitError };

/** The password of every account of `TestServer.signUp`. */
export const PASSWORD = 'tangerine';

/** Creates a key through the API. */
export async function createKey(
  server: Pick<TestServer, 'call'>,
  token: string,
  { scopes = ['chat'], expiresInDays = null }: { scopes?: ApiKeyScope[]; expiresInDays?: number | null } = {},
): Promise<{ secret: string; apiKey: ApiKey }> {
  const wanted = { name: 'Editor', scopes, expiresInDays, password: PASSWORD };
  const { status, body } = await server.call('POST', '/api/account/api-keys', token, wanted);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as unknown as { secret: string; apiKey: ApiKey };
}

/** The official SDK with this key. */
export function sdkOf(server: Pick<TestServer, 'url'>, apiKey: string): OpenAI {
  return new OpenAI({ baseURL: `${server.url}/v1`, apiKey, maxRetries: 0 });
}
