import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
  type ServerMetadata,
} from 'openid-client';
import { isLoopback } from '@parley/core';
import { createOutgoingClient, type OutgoingClient } from '../../outgoing/outgoing-client.ts';
import { isRefusedClient } from './explain-failure.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** How long a discovery document is used before it is read again, in milliseconds. */
const FRESH_MS = 60 * 60_000;
const CONNECT_MS = 3000;

/** What is known about a provider, read when it is first needed. */
export interface OidcClient {
  /** The provider's configuration; its signing keys are cached in it. Rejects while the provider does not answer. */
  configuration(): Promise<Configuration>;
  /**
   * Runs a request to the token endpoint. If the provider refuses the client, retries once with the other authentication
   * method: many providers list two methods, but accept only the one in the client's registration.
   */
  authenticated<T>(configuration: Configuration, ask: () => Promise<T>): Promise<T>;
  /** Makes the next sign-in read the document and the keys again. Call it when a token has an unknown key. */
  forget(): void;
}

/**
 * Reads the discovery document once an hour. While it cannot be read again, the known one stays in use. The library
 * reads the signing keys every five minutes, and sooner when a token names an unknown one.
 */
export function createOidcClient(
  settings: OidcSettings,
  now: () => number,
  fetchProvider: CustomFetch = createProviderFetch(settings.timeoutMs),
): OidcClient {
  const { issuer, clientId, clientSecret, timeoutMs } = settings;
  const url = new URL(issuer);
  const isInsecure = url.protocol === 'http:' && isLoopback(url.hostname);
  const [post, basic] = [ClientSecretPost(clientSecret), ClientSecretBasic(clientSecret)];
  /** Whether the provider has refused `client_secret_post`. */
  let prefersBasic = false;
  let known: { configuration: Configuration; readAt: number } | null = null;
  let reading: Promise<Configuration> | null = null;

  const authenticate: ClientAuth = (metadata, ...request) => {
    const usesPost = supports(metadata, 'client_secret_post') && !(prefersBasic && supportsBoth(metadata));
    (usesPost ? post : basic)(metadata, ...request);
  };

  async function read(): Promise<Configuration> {
    const configuration = await discovery(url, clientId, clientSecret, authenticate, {
      timeout: timeoutMs / 1000,
      [customFetch]: fetchProvider,
      // Without these checks, the library trusts tokens that come straight from the provider, whatever their signature.
      execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
    });
    known = { configuration, readAt: now() };
    return configuration;
  }

  return {
    async configuration() {
      if (known && now() - known.readAt < FRESH_MS) return known.configuration;
      reading ??= read().finally(() => {
        reading = null;
      });
      return reading.catch((error: unknown) => {
        if (known) return known.configuration;
        throw error;
      });
    },
    async authenticated(configuration, ask) {
      const wasBasic = prefersBasic;
      try {
        return await ask();
      } catch (error) {
        if (!isRefusedClient(error) || !supportsBoth(configuration.serverMetadata())) throw error;
        prefersBasic = !wasBasic;
        return ask();
      }
    },
    forget() {
      known = null;
    },
  };
}

function supports({ token_endpoint_auth_methods_supported: methods }: ServerMetadata, method: string): boolean {
  return methods?.includes(method) ?? false;
}

function supportsBoth(metadata: ServerMetadata): boolean {
  return supports(metadata, 'client_secret_post') && supports(metadata, 'client_secret_basic');
}

/** `fetch` with a guarded client for each of the provider's origins: providers spread their endpoints over several. */
function createProviderFetch(timeoutMs: number) {
  const clients = new Map<string, OutgoingClient>();
  return (address: string, init: object): Promise<Response> => {
    const { origin } = new URL(address);
    const client =
      clients.get(origin) ?? createOutgoingClient({ baseUrl: origin, connectMs: CONNECT_MS, wholeMs: timeoutMs });
    clients.set(origin, client);
    return client.fetch(address, init);
  };
}
