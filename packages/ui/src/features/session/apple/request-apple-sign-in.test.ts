// @vitest-environment happy-dom
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppleAnswer, AppleAuth } from './apple-script.ts';

const SCRIPT = 'https://apple.example/appleid.auth.js';

const init = vi.fn<AppleAuth['init']>();
const signIn = vi.fn<AppleAuth['signIn']>();
const page = globalThis as { AppleID?: { auth?: AppleAuth } };

/** The outcome of each script element that the page adds. */
let arrives = (script: HTMLScriptElement) => void script.onload?.(new Event('load'));

beforeEach(() => {
  vi.resetModules();
  page.AppleID = { auth: { init, signIn } };
  arrives = (script) => void script.onload?.(new Event('load'));
  vi.spyOn(document.head, 'append').mockImplementation((script) => arrives(script as HTMLScriptElement));
});
afterEach(() => {
  // Other test files share this worker's modules, which must not keep this file's script.
  vi.resetModules();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  init.mockReset();
  signIn.mockReset();
  delete page.AppleID;
});

/** Starts a request as on a freshly loaded page. */
async function ask() {
  const { requestAppleSignIn } = await import('./request-apple-sign-in.ts');
  return requestAppleSignIn('com.example.web', SCRIPT);
}

const answer = (authorization: AppleAnswer['authorization'], rest: Omit<AppleAnswer, 'authorization'> = {}) =>
  signIn.mockResolvedValue({ ...(authorization && { authorization }), ...rest });

test('requests name and email in a popup, with a state for popups', async () => {
  answer({ id_token: 'token', code: 'code', state: 'origin:web' });
  await ask();
  expect(init).toHaveBeenCalledWith({
    clientId: 'com.example.web',
    scope: 'name email',
    redirectURI: `${location.origin}/auth/apple/callback`,
    state: 'origin:web',
    nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
    usePopup: true,
  });
});

test('sends Apple the hash of a fresh nonce, and the server the nonce', async () => {
  answer({ id_token: 'token', code: 'code', state: 'origin:web' });
  const proofs = [await ask(), await ask()];
  const nonces = proofs.map((proof) => proof?.nonce ?? '');
  expect(new Set(nonces).size).toBe(2);
  expect(init.mock.calls.map(([{ nonce }]) => nonce)).toEqual(
    nonces.map((nonce) => createHash('sha256').update(nonce).digest('hex')),
  );
});

test('returns the token, the code and, at the first consent, the name', async () => {
  const name = { firstName: 'Grace', lastName: 'Hopper' };
  answer({ id_token: 'token', code: 'code', state: 'origin:web' }, { user: { name } });
  expect(await ask()).toEqual({ idToken: 'token', code: 'code', name, nonce: expect.any(String) });
  answer({ id_token: 'token', state: 'origin:web' });
  expect(await ask()).toEqual({ idToken: 'token', nonce: expect.any(String) });
});

test('returns null when the browser blocks the popup', async () => {
  signIn.mockRejectedValue({ error: 'popup_blocked_by_browser' });
  expect(await ask()).toBeNull();
});

test.each([
  [{ error: 'popup_closed_by_user' }, 'Sign-in was cancelled'],
  [{ error: 'user_trigger_new_signin_flow' }, 'Sign-in was cancelled'],
  [{ error: 'invalid_client' }, 'Invalid client configuration'],
  [{ error: 'access_denied' }, 'Access denied by user'],
  [{ error: 'user_cancelled_authorize' }, 'Access denied by user'],
  [{ error: 'something_new' }, 'Apple Sign-In failed'],
  [{ error: 'constructor' }, 'Apple Sign-In failed'],
  [new Error('odd'), 'Apple Sign-In failed'],
  [null, 'Apple Sign-In failed'],
])('turns Apple’s error %j into a sentence', async (said, sentence) => {
  signIn.mockRejectedValue(said);
  await expect(ask()).rejects.toMatchObject({ name: 'AppleProblem', message: sentence });
});

test.each([
  ['no authorization', undefined],
  ['no token', { code: 'code', state: 'origin:web' }],
])('rejects a popup answer with %s', async (_name, authorization) => {
  answer(authorization);
  await expect(ask()).rejects.toThrow('No ID token received from Apple');
});

test.each(['origin:other', '', undefined])('rejects an answer to another request: state %j', async (state) => {
  answer({ id_token: 'token', ...(state !== undefined && { state }) });
  await expect(ask()).rejects.toThrow('Apple Sign-In failed');
});

test('reports a script that does not load, and loads it again on the next press', async () => {
  const { requestAppleSignIn } = await import('./request-apple-sign-in.ts');
  arrives = (script) => script.onerror?.(new Event('error'));
  await expect(requestAppleSignIn('id', SCRIPT)).rejects.toThrow('Failed to load Apple Sign-In script');
  arrives = (script) => void script.onload?.(new Event('load'));
  answer({ id_token: 'token', state: 'origin:web' });
  expect(await requestAppleSignIn('id', SCRIPT)).toMatchObject({ idToken: 'token' });
});

test('reports a script without the expected API', async () => {
  page.AppleID = {};
  await expect(ask()).rejects.toThrow('Apple Sign-In not available');
});

test('reports a script that rejects its settings', async () => {
  init.mockImplementation(() => {
    throw new Error('The "clientId" should be a string.');
  });
  await expect(ask()).rejects.toThrow('Failed to initialize Apple Sign-In');
});

test('reports a page that cannot hash', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  await expect(ask()).rejects.toThrow('Apple Sign-In not available');
});
