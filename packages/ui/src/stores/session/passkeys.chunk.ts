import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { AppError, type OwnerProof, type PasskeyStartResponse, type SignedInResponse, t } from '@parley/core';
import type { ApiClient } from '../../api/create-api-client.ts';

/** Asks the user's device for a passkey of this site and signs in with it. Rejects with a sentence for the user. */
export async function signInWithPasskey(api: Pick<ApiClient, 'passkeys'>): Promise<SignedInResponse> {
  const passkeys = await api.passkeys();
  const { state, options } = await passkeys.startSignIn();
  const { response, ...credential } = await startAuthentication({ optionsJSON: forBrowser(options) }).catch(explain);
  return passkeys.signIn({ state, response: { ...credential, response } });
}

/** Makes a passkey on the user's device and adds it to their account. Rejects with a sentence for the user. */
export async function addPasskey(api: Pick<ApiClient, 'passkeys'>, proof: OwnerProof): Promise<void> {
  const passkeys = await api.passkeys();
  const { state, options } = await passkeys.startAdding(proof);
  const { response, ...credential } = await startRegistration({ optionsJSON: forBrowser(options) }).catch(explain);
  const { clientDataJSON, attestationObject, transports } = response;
  const made = { clientDataJSON, attestationObject, ...(transports && { transports }) };
  await passkeys.add({ state, response: { ...credential, response: made } });
}

/** The options as the library declares them; the browser checks them. */
function forBrowser<Json>(options: PasskeyStartResponse['options']): Json {
  return options as Json;
}

/** The sentence for a passkey that the browser did not give. */
function explain(error: unknown): never {
  const { name, code } = Object(error) as { name?: string; code?: string };
  const isKnown = error instanceof WebAuthnError && code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  if (isKnown) throw new AppError('conflict', { message: t`This device already has a passkey for your account.` });
  if (name === 'NotAllowedError' || name === 'AbortError') {
    throw new AppError('forbidden', { message: t`No passkey was used. You canceled, or it took too long.` });
  }
  throw new AppError('forbidden', { message: t`This browser couldn’t use a passkey here.`, cause: error });
}
