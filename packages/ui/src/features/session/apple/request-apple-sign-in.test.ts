// @vitest-environment happy-dom
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppleAnswer, AppleAuth } from './apple-script.ts';

const SCRIPT = 'https://apple.example/appleid.auth.js';

const init = vi.fn<AppleAuth['init']>();
const signIn = vi.fn<AppleAuth['signIn']>();
const page = globalThis as { AppleID?: { auth?: AppleAuth } };

/** What comes of every script that the page adds. */
let arrives = (script: HTMLScriptElement) => void script.onload?.(new Event('load'));

beforeEach(() => {
  vi.resetModules();
  page.AppleID = { auth: { init, signIn } };
  arrives = (script) => void script.onload?.(new Event('load'));
  vi.spyOn(document.head, 'append').mockImplementation((script) => arrives(script as HTMLScriptElement));
});
afterEach(() => {
  // Other files share this worker's modules, which must not keep the script of this one.
  vi.resetModules();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  init.mockReset();
  signIn.mockReset();
  delete page.AppleID;
});

/** As on a page that has just been opened. */
async function ask() {
  const { requestAppleSignIn } = await import('./request-apple-sign-in.ts');
  return requestAppleSignIn('com.example.web', SCRIPT);
}

const answer = (authorization: AppleAnswer['authorization'], rest: Omit<AppleAnswer, 'authorization'> = {}) =>
  signIn.mockResolvedValue({ ...(authorization && { authorization }), ...rest });

test('asks for name and address in a popup, with the state of a popup', async () => {
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

test('tells Apple the hash of a nonce that is made anew each time, and the server the nonce', async () => {
  answer({ id_token: 'token', code: 'code', state: 'origin:web' });
  const proofs = [await ask(), await ask()];
  const nonces = proofs.map((proof) => proof?.nonce ?? '');
  expect(new Set(nonces).size).toBe(2);
  expect(init.mock.calls.map(([{ nonce }]) => nonce)).toEqual(
    nonces.map((nonce) => createHash('sha256').update(nonce).digest('hex')),
  );
});

test('hands on the token, the code and, at the first consent, the name', async () => {
  const name = { firstName: 'Grace', lastName: 'Hopper' };
  answer({ id_token: 'token', code: 'code', state: 'origin:web' }, { user: { name } });
  expect(await ask()).toEqual({ idToken: 'token', code: 'code', name, nonce: expect.any(String) });
  answer({ id_token: 'token', state: 'origin:web' });
  expect(await ask()).toEqual({ idToken: 'token', nonce: expect.any(String) });
});

test('a browser that opens no popup has the person go another way', async () => {
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
])('what Apple says is put in words: %j', async (said, sentence) => {
  signIn.mockRejectedValue(said);
  await expect(ask()).rejects.toMatchObject({ name: 'AppleProblem', message: sentence });
});

test.each([
  ['no answer', undefined],
  ['no token', { code: 'code', state: 'origin:web' }],
])('%s is no sign-in', async (_name, authorization) => {
  answer(authorization);
  await expect(ask()).rejects.toThrow('No ID token received from Apple');
});

test.each(['origin:other', '', undefined])('an answer to another question is none: state %j', async (state) => {
  answer({ id_token: 'token', ...(state !== undefined && { state }) });
  await expect(ask()).rejects.toThrow('Apple Sign-In failed');
});

test('a script that does not load is said, and loaded again by the next press', async () => {
  const { requestAppleSignIn } = await import('./request-apple-sign-in.ts');
  arrives = (script) => script.onerror?.(new Event('error'));
  await expect(requestAppleSignIn('id', SCRIPT)).rejects.toThrow('Failed to load Apple Sign-In script');
  arrives = (script) => void script.onload?.(new Event('load'));
  answer({ id_token: 'token', state: 'origin:web' });
  expect(await requestAppleSignIn('id', SCRIPT)).toMatchObject({ idToken: 'token' });
});

test('a script that is not what was expected cannot be used', async () => {
  page.AppleID = {};
  await expect(ask()).rejects.toThrow('Apple Sign-In not available');
});

test('a script that refuses its settings is said', async () => {
  init.mockImplementation(() => {
    throw new Error('The "clientId" should be a string.');
  });
  await expect(ask()).rejects.toThrow('Failed to initialize Apple Sign-In');
});

test('a page that cannot hash cannot be signed in to with Apple', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  await expect(ask()).rejects.toThrow('Apple Sign-In not available');
});
