// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import type { AppleAuth } from './apple-script.ts';
import { AuthDialog } from '../sign-in/auth-dialog.tsx';
import { renderWithClient, type Rendered } from '../../../testing/render-with-client.tsx';

const signIn = vi.fn<AppleAuth['signIn']>();
const onClose = vi.fn<() => void>();
const assign = vi.fn<typeof location.assign>();

let page: Rendered;
beforeEach(async () => {
  Object.assign(globalThis, { AppleID: { auth: { init: () => {}, signIn } } });
  vi.spyOn(location, 'assign').mockImplementation(assign);
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    (script as HTMLScriptElement).onload?.(new Event('load'));
  });
  signIn.mockResolvedValue({ authorization: { id_token: 'token', state: 'origin:web' } });
  page = await renderWithClient(<AuthDialog mode="login" onModeChange={() => {}} onClose={onClose} />, {
    settings: { appleClientId: 'com.example', appleScriptUrl: 'https://apple.example/appleid.auth.js' },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const mock of [signIn, onClose, assign]) mock.mockReset();
});

const problem = (sentence: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));
const button = (name: string) => screen.getByRole('button', { name });

test('Apple sign-in closes the dialog', async () => {
  await page.press('Apple');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(page.api.calls).toEqual([expect.stringMatching(/^apple \{"idToken":"token","nonce":"[0-9a-f]{64}"\}$/)]);
  expect(page.session.getState().status).toBe('signed-in');
});

test('Apple sign-in shows errors from Apple and from the server, one after the other', async () => {
  signIn.mockRejectedValueOnce({ error: 'popup_closed_by_user' });
  await page.press('Apple');
  await problem('Sign-in was cancelled');
  page.api.failures.set('apple', new AppError('email-taken', { message: 'Please sign in with its password.' }));
  await page.press('Apple');
  await problem('Please sign in with its password.');
  page.api.failures.set('apple', new Error('odd'));
  await page.press('Apple');
  await problem('Apple Sign-In failed');
  expect(onClose).not.toHaveBeenCalled();
});

test('Apple sign-in goes to Apple’s page where popups are blocked', async () => {
  signIn.mockRejectedValue({ error: 'popup_blocked_by_browser' });
  await page.press('Apple');
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://apple.example/authorize'));
  expect(page.api.calls).toEqual(['appleStart']);
});

test('Apple sign-in reports a redirect that cannot start', async () => {
  signIn.mockRejectedValue({ error: 'popup_blocked_by_browser' });
  page.api.failures.set('appleStart', new Error('odd'));
  await page.press('Apple');
  await problem('Apple Sign-In failed');
});

test('Apple sign-in disables the form and its own button while it runs', async () => {
  const popup = Promise.withResolvers<never>();
  signIn.mockReturnValue(popup.promise);
  await page.press('Apple');
  await waitFor(() => expect(signIn).toHaveBeenCalledOnce());
  expect(button('Processing...')).toHaveProperty('disabled', true);
  expect(button('Sign In')).toHaveProperty('disabled', true);
  await page.fill({ Email: 'ada@example.com', Password: 'tangerine' });
  await page.user.keyboard('{Enter}');
  expect(page.api.calls).toEqual([]);
  await act(async () => popup.reject({ error: 'popup_closed_by_user' }));
  expect(button('Apple')).toHaveProperty('disabled', false);
});
