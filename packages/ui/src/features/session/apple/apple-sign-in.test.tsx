// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import type { AppleAuth } from './apple-script.ts';
import { AuthDialog } from '../sign-in/auth-dialog.tsx';
import { mountSession, type MountedSession } from '../testing/mounted-session.tsx';

const signIn = vi.fn<AppleAuth['signIn']>();
const onClose = vi.fn<() => void>();
const assign = vi.fn<typeof location.assign>();

let page: MountedSession;
beforeEach(async () => {
  Object.assign(globalThis, { AppleID: { auth: { init: () => {}, signIn } } });
  vi.spyOn(location, 'assign').mockImplementation(assign);
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    (script as HTMLScriptElement).onload?.(new Event('load'));
  });
  signIn.mockResolvedValue({ authorization: { id_token: 'token', state: 'origin:web' } });
  page = await mountSession(<AuthDialog mode="login" onModeChange={() => {}} onClose={onClose} />, {
    settings: { appleClientId: 'com.example', appleScriptUrl: 'https://apple.example/appleid.auth.js' },
  });
});
afterEach(async () => {
  await page.unmount();
  vi.restoreAllMocks();
  for (const mock of [signIn, onClose, assign]) mock.mockReset();
});

/** Presses the button and waits until `isOver`: hashing takes more than one tick. */
async function press(isOver: () => boolean) {
  await page.press('Apple');
  while (!isOver()) await act(() => new Promise((resolve) => setTimeout(resolve)));
}
const problem = () => page.text('[role=alert]');

test('Apple sign-in closes the dialog', async () => {
  await press(() => onClose.mock.calls.length > 0);
  expect(page.api.calls).toEqual([expect.stringMatching(/^apple \{"idToken":"token","nonce":"[0-9a-f]{64}"\}$/)]);
  expect(page.session.getState().status).toBe('signed-in');
});

test('Apple sign-in shows errors from Apple and from the server, one after the other', async () => {
  signIn.mockRejectedValueOnce({ error: 'popup_closed_by_user' });
  await press(() => problem() !== null);
  expect(problem()).toBe('Sign-in was cancelled');
  page.api.failures.set('apple', new AppError('email-taken', { message: 'Please sign in with its password.' }));
  await press(() => problem() !== 'Sign-in was cancelled' && problem() !== null);
  expect(problem()).toBe('Please sign in with its password.');
  expect(onClose).not.toHaveBeenCalled();
});

test('Apple sign-in goes to Apple’s page where popups are blocked', async () => {
  signIn.mockRejectedValue({ error: 'popup_blocked_by_browser' });
  await press(() => assign.mock.calls.length > 0);
  expect(assign).toHaveBeenCalledWith('https://apple.example/authorize');
  expect(page.api.calls).toEqual(['appleStart']);
});

test('Apple sign-in reports a redirect that cannot start', async () => {
  signIn.mockRejectedValue({ error: 'popup_blocked_by_browser' });
  page.api.failures.set('appleStart', new Error('odd'));
  await press(() => problem() !== null);
  expect(problem()).toBe('Apple Sign-In failed');
});

test('Apple sign-in disables the form and its own button while it runs', async () => {
  const asked = Promise.withResolvers<never>();
  signIn.mockReturnValue(asked.promise);
  await press(() => signIn.mock.calls.length > 0);
  expect(page.button('Processing...').disabled).toBe(true);
  expect(page.button('Sign In').disabled).toBe(true);
  page.fill({ Email: 'ada@example.com', Password: 'tangerine' });
  await page.submit();
  expect(page.api.calls).toEqual([]);
  await act(async () => asked.reject({ error: 'popup_closed_by_user' }));
  expect(page.button('Apple').disabled).toBe(false);
});
