import { APPLE_CALLBACK_PATH, type AppleRequest, t } from '@parley/core';
import { AppleProblem, loadAppleScript, type AppleAnswer, type AppleAuth } from './apple-script.ts';

const STATE = 'origin:web';

const SENTENCES = new Map([
  ['popup_closed_by_user', t`Sign-in was cancelled`],
  ['user_trigger_new_signin_flow', t`Sign-in was cancelled`],
  ['invalid_client', t`Invalid client configuration`],
  ['access_denied', t`Access denied by user`],
  ['user_cancelled_authorize', t`Access denied by user`],
]);

/**
 * Asks the user for consent in Apple's popup; resolves to null if the browser blocks it. Rejects with an
 * `AppleProblem`.
 */
export async function requestAppleSignIn(clientId: string, scriptUrl: string): Promise<AppleRequest | null> {
  const auth = await loadAppleScript(scriptUrl);
  const nonce = randomText();
  const hash = await sha256(nonce);
  begin(auth, clientId, hash);
  let answer: AppleAnswer;
  try {
    answer = await auth.signIn();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'popup_blocked_by_browser') return null;
    throw new AppleProblem(SENTENCES.get(code) ?? t`Apple Sign-In failed`, { cause: error });
  }
  const { id_token: idToken, code, state } = answer.authorization ?? {};
  if (!idToken) throw new AppleProblem(t`No ID token received from Apple`);
  if (state !== STATE) throw new AppleProblem(t`Apple Sign-In failed`);
  const name = answer.user?.name;
  return { idToken, nonce, ...(code && { code }), ...(name && { name }) };
}

function begin(auth: AppleAuth, clientId: string, nonce: string): void {
  const redirectURI = location.origin + APPLE_CALLBACK_PATH;
  try {
    auth.init({ clientId, scope: 'name email', redirectURI, state: STATE, nonce, usePopup: true });
  } catch (error) {
    throw new AppleProblem(t`Failed to initialize Apple Sign-In`, { cause: error });
  }
}

function codeOf(error: unknown): string {
  const { error: code } = Object(error) as { error?: unknown };
  return typeof code === 'string' ? code : '';
}

function randomText(): string {
  return hexadecimal(crypto.getRandomValues(new Uint8Array(32)));
}

/** SHA-256 in hex. Browsers provide it on secure origins only; Sign in with Apple does not work elsewhere. */
async function sha256(text: string): Promise<string> {
  try {
    return hexadecimal(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
  } catch (error) {
    throw new AppleProblem(t`Apple Sign-In not available`, { cause: error });
  }
}

function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
