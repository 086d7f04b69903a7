import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client';
import { isLoopback } from '@parley/core';
import { createOutgoingClient, type OutgoingClient } from '../../outgoing/outgoing-client.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** How long a discovery document is used before it is read again, in milliseconds. */
const FRESH_MS = 60 * 60_000;
const CONNECT_MS = 3000;

/** What is known about a provider, read when it is first needed. */
export interface OidcClient {
  /** The provider's configuration; its signing keys are cached in it. Rejects while the provider does not answer. */
  configuration(): Promise<Configuration>;
  /** Makes the next sign-in read the document and the keys again. Call it when a token has an unknown key. */
  forget(): void;
}

/**
 * Reads the discovery document once an hour. While it cannot be read again, the known one stays in use. The library
 * reads the signing keys every five minutes, and sooner when a token names an unknown one.
 */
export function createOidcClient(settings: OidcSettings, now: () => number): OidcClient {
  const { issuer, clientId, clientSecret, timeoutMs } = settings;
  const url = new URL(issuer);
  const isInsecure = url.protocol === 'http:' && isLoopback(url.hostname);
  const fetchProvider = createProviderFetch(timeoutMs);
  const timeout = timeoutMs / 1000;
  let known: { configuration: Configuration; readAt: number } | null = null;
  let reading: Promise<Configuration> | null = null;

  async function read(): Promise<Configuration> {
    const discovered = await discovery(url, clientId, clientSecret, undefined, {
      timeout,
      [customFetch]: fetchProvider,
      ...(isInsecure && { execute: [allowInsecureRequests] }),
    });
    const metadata = discovered.serverMetadata();
    const configuration = new Configuration(
      metadata,
      clientId,
      clientSecret,
      authenticationFor(metadata, clientSecret),
    );
    configuration.timeout = timeout;
    configuration[customFetch] = fetchProvider;
    if (isInsecure) allowInsecureRequests(configuration);
    // Otherwise the library trusts tokens that come straight from the provider without checking their signature.
    enableNonRepudiationChecks(configuration);
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
    forget() {
      known = null;
    },
  };
}

/** Providers support at least one of the two. The second is the default. */
function authenticationFor({ token_endpoint_auth_methods_supported: supported }: ServerMetadata, secret: string) {
  return supported?.includes('client_secret_post') ? ClientSecretPost(secret) : ClientSecretBasic(secret);
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
