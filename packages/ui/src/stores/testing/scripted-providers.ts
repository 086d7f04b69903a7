import type { OwnerProof, ProviderExchangeRequest, ProviderLinkStartRequest, SignedInResponse } from '@parley/core';

/** The calls about sign-in providers. `answer` records a call, and may fail or delay it. */
export class ScriptedProviders {
  readonly #answer: <T>(call: string, value: T) => Promise<T>;
  readonly #signedIn: SignedInResponse;

  constructor(answer: <T>(call: string, value: T) => Promise<T>, signedIn: SignedInResponse) {
    this.#answer = answer;
    this.#signedIn = signedIn;
  }

  start = (provider: string) => this.#answer(`startProvider ${provider}`, `https://${provider}.example/authorize`);
  exchange = (provider: string, body: ProviderExchangeRequest) =>
    this.#answer(`exchangeProvider ${provider} ${JSON.stringify(body)}`, this.#signedIn);
  startLink = (provider: string, body: ProviderLinkStartRequest) =>
    this.#answer(`startLink ${provider} ${JSON.stringify(body)}`, `https://${provider}.example/authorize`);
  link = (provider: string, body: ProviderExchangeRequest) =>
    this.#answer(`linkProvider ${provider} ${JSON.stringify(body)}`, undefined);
  unlink = (provider: string, proof: OwnerProof) =>
    this.#answer(`unlinkProvider ${provider} ${JSON.stringify(proof)}`, undefined);
}
