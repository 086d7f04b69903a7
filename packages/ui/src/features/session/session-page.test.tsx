// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError, type PageId } from '@parley/core';
import { TransportError } from '../../api/transport-error.ts';
import { ScriptedApi } from '../../stores/testing/scripted-api.ts';
import { ADA } from '../../stores/testing/scripted-samples.ts';
import { renderWithClient, type Rendered } from '../../testing/render-with-client.tsx';
import { storeReturnPath } from './return-path.ts';
import { SessionPage } from './session-page.tsx';
import { takeReturnPath } from './take-return-path.ts';

const onAuthenticate = vi.fn<(mode: string) => void>();
const onLeave = vi.fn<(address?: string) => void>();

let api: ScriptedApi;
let page: Rendered;
beforeEach(() => {
  api = new ScriptedApi();
});
afterEach(() => {
  vi.useRealTimers();
  for (const mock of [onAuthenticate, onLeave]) mock.mockReset();
});

async function open(id: PageId<'session'>, address: string, token?: string) {
  history.replaceState(null, '', address);
  page = await renderWithClient(<SessionPage page={id} onAuthenticate={onAuthenticate} onLeave={onLeave} />, {
    api,
    ...(token !== undefined && { token }),
  });
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const notice = () => (screen.queryByRole('alert') ?? screen.queryByRole('status'))?.textContent;
const says = (words: string) => waitFor(() => expect(notice()).toContain(words));
const submit = () => page.user.keyboard('{Enter}');

test('the Apple callback page exchanges Apple’s code once, removes it from the URL, and leaves', async () => {
  const answer = Promise.withResolvers<void>();
  api.gates.set('appleExchange', answer.promise);
  await open('apple', '/auth/apple/callback?code=c%2B1&state=origin:web:s');
  await title('Completing Sign-In');
  expect(location.search).toBe('');
  expect(onLeave).not.toHaveBeenCalled();
  await act(async () => answer.resolve());
  expect(api.calls).toEqual(['appleExchange {"code":"c+1","state":"origin:web:s"}']);
  expect(page.storage.get('token')).not.toBeNull();
  expect(onLeave).toHaveBeenCalledOnce();
});

test.each([
  ['?error=user_cancelled_authorize', 'Apple Sign-In error: user_cancelled_authorize'],
  ['?error=access_denied&code=c&state=s', 'Apple Sign-In error: access_denied'],
  ['?error=Call+0800+123+now%21', 'An error occurred during Apple Sign-In'],
  ['?error=', 'An error occurred during Apple Sign-In'],
  ['', 'No authorization code received from Apple'],
  ['?state=s', 'No authorization code received from Apple'],
  ['?code=&state=s', 'No authorization code received from Apple'],
])(
  'the Apple callback page shows Apple’s error, sends no request, and leaves after 3 s: %j',
  async (query, sentence) => {
    vi.useFakeTimers();
    await open('apple', `/auth/apple/callback${query}`);
    expect([notice(), api.calls, location.search]).toEqual([sentence, [], '']);
    await act(() => vi.advanceTimersByTimeAsync(2999));
    expect(onLeave).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(onLeave).toHaveBeenCalledOnce();
  },
);

test('the Apple callback page shows why the server refused, and leaves after 3 s or on a press', async () => {
  vi.useFakeTimers();
  api.failures.set('appleExchange', new AppError('internal'));
  await open('apple', '/auth/apple/callback?code=c&state=s');
  expect(notice()).toBe('Failed to complete Apple Sign-In');
  fireEvent.click(screen.getByRole('button', { name: 'Go back' }));
  expect(onLeave).toHaveBeenCalledOnce();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(onLeave).toHaveBeenCalledTimes(2);
  expect(api.calls).toHaveLength(1);
});

test('the verify page verifies an address on a press, once, and removes the token from the URL', async () => {
  await open('verify', '/verify-email#tok_1');
  expect(api.calls).toEqual([]);
  expect(location.href).not.toContain('tok_1');
  await page.press('Confirm email');
  await title('Email confirmed');
  expect(api.calls).toEqual(['verifyEmail {"token":"tok_1"}']);
  await says('ada@example.com');
  await page.press('Continue to Parley');
  expect(onLeave).toHaveBeenCalledOnce();
});

test('the verify page asks for the password outside a session of the account', async () => {
  api.failures.set('verifyEmail', new AppError('forbidden', { message: 'Sign in to this account.' }));
  await open('verify', '/verify-email#tok');
  await page.press('Confirm email');
  await title('Is this your account?');
  expect(screen.getByText('Sign in to this account.')).toBeDefined();
  await page.user.type(screen.getByLabelText('Password'), '{Enter}');
  await says('Password is required');
  api.failures.set('verifyEmail', new AppError('wrong-password'));
  await page.fill({ Password: 'wrong' });
  await submit();
  await says(new AppError('wrong-password').message);
  await title('Is this your account?');
  await page.fill({ Password: 'tangerine' });
  await submit();
  await title('Email confirmed');
  expect(api.calls.at(-1)).toBe('verifyEmail {"token":"tok","password":"tangerine"}');
});

test('the verify page sets a new password if a stranger registered the address', async () => {
  api.failures.set('verifyEmail', new AppError('forbidden'));
  await open('verify', '/verify-email#tok', 'mine');
  await page.press('Confirm email');
  await page.press('Choose a new password');
  await screen.findByLabelText('New Password');
  await page.fill({ 'New Password': 'mandarine', 'Confirm Password': 'mandarine' });
  api.failures.set('me', new AppError('unauthorized'));
  await submit();
  await waitFor(() => expect(page.storage.get('token')).toBeNull());
  expect(api.calls).toContain('verifyEmail {"token":"tok","newPassword":"mandarine"}');
  await page.press('Sign In');
  expect(onAuthenticate).toHaveBeenCalledWith('login');
  await act(() => page.session.getState().signIn({ email: 'ada@example.com', password: 'mandarine' }));
  expect(onLeave).toHaveBeenCalledOnce();
});

test('the verify page leads to the sign-in when a link to a new address takes no new password', async () => {
  const reason = 'Sign in to your account to confirm its new email.';
  api.failures.set('verifyEmail', new AppError('forbidden', { message: reason }));
  await open('verify', '/verify-email#tok');
  await page.press('Confirm email');
  await page.press('Choose a new password');
  api.failures.set('verifyEmail', new AppError('forbidden', { message: reason }));
  await page.fill({ 'New Password': 'mandarine', 'Confirm Password': 'mandarine' });
  await page.press('Change password');
  await screen.findByRole('heading', { name: 'Your email wasn’t confirmed' });
  expect(screen.getByRole('alert').textContent).toContain(reason);
  await act(() => page.session.getState().start());
  await page.press('Sign In');
  expect(onAuthenticate).toHaveBeenCalledExactlyOnceWith('login');
  await act(() => page.session.getState().signIn({ email: 'ada@example.com', password: 'tangerine' }));
  expect(onLeave).not.toHaveBeenCalled();
  await page.press('Try again');
  await title('Email confirmed');
  expect(api.calls.at(-1)).toBe('verifyEmail {"token":"tok"}');
  await page.press('Continue to Parley');
  expect(onLeave).toHaveBeenCalledOnce();
});

test.each(['/verify-email', '/verify-email#'])('the verify page rejects %s, which has no token', async (address) => {
  await open('verify', address);
  await says('This link has expired. Request a new one.');
  expect(api.calls).toEqual([]);
});

test('the verify page sends another link to a signed-in user who is not verified', async () => {
  api.failures.set('verifyEmail', new AppError('invalid-link'));
  await open('verify', '/verify-email#old');
  await act(() => page.session.getState().start());
  await page.press('Confirm email');
  await page.press('Sign In');
  expect(onAuthenticate).toHaveBeenCalledExactlyOnceWith('login');
  await act(async () => {
    await page.session.getState().signIn({ email: 'ada@example.com', password: 'tangerine' });
    const { user } = page.session.getState();
    page.session.setState({ user: user && { ...user, emailVerified: false } });
  });
  await page.press('Send a new link');
  await screen.findByText('A new link is on its way to ada@example.com.');
  expect(api.calls).toContain('resendVerification');
});

test('the verify page retries with the same token when the server was unreachable', async () => {
  api.failures.set('verifyEmail', new TransportError('offline'));
  await open('verify', '/verify-email#tok');
  await page.press('Confirm email');
  await says('Can’t reach the server');
  await page.press('Try again');
  await title('Email confirmed');
  expect(api.calls).toEqual(['verifyEmail {"token":"tok"}', 'verifyEmail {"token":"tok"}']);
});

test('the verify page accepts another link pasted into its address bar', async () => {
  api.failures.set('verifyEmail', new AppError('invalid-link'));
  await open('verify', '/verify-email#old');
  await page.press('Confirm email');
  await title('Your email wasn’t confirmed');
  await act(async () => {
    location.hash = 'new';
    fireEvent(window, new Event('hashchange'));
  });
  await page.press('Confirm email');
  await title('Email confirmed');
});

test('the reset page sets a new password, says so, and leads to the sign-in', async () => {
  await open('reset', '/reset-password#tok');
  expect(location.href).not.toContain('tok');
  await page.fill({ 'New Password': 'mandarine', 'Confirm Password': 'mandarine' });
  await submit();
  await title('Password changed');
  expect(api.calls).toEqual(['resetPassword tok mandarine']);
  await page.press('Sign In');
  expect(onAuthenticate).toHaveBeenCalledWith('login');
  await act(() => page.session.getState().signIn({ email: 'ada@example.com', password: 'mandarine' }));
  expect(onLeave).toHaveBeenCalledOnce();
});

test('the reset page leaves after the sign-in of another account than the one of this browser', async () => {
  vi.spyOn(api, 'me').mockResolvedValue({ success: true, user: { ...ADA, _id: 'bob' } } as never);
  await open('reset', '/reset-password#tok', 'another');
  await act(() => page.session.getState().start());
  await page.fill({ 'New Password': 'mandarine', 'Confirm Password': 'mandarine' });
  await submit();
  await title('Password changed');
  expect(page.session.getState().status).toBe('signed-in');
  expect(onLeave).not.toHaveBeenCalled();
  await act(() => page.session.getState().signIn({ email: 'ada@example.com', password: 'mandarine' }));
  expect(onLeave).toHaveBeenCalledOnce();
});

test('the reset page checks the session of this browser again, since the reset ended it', async () => {
  await open('reset', '/reset-password#tok', 'mine');
  await page.fill({ 'New Password': 'mandarine', 'Confirm Password': 'mandarine' });
  api.failures.set('me', new AppError('unauthorized'));
  await submit();
  await title('Password changed');
  expect(page.storage.get('token')).toBeNull();
});

test.each([
  [{ 'New Password': 'mandarine', 'Confirm Password': 'other' }, 'Passwords do not match'],
  [{ 'New Password': 'mand', 'Confirm Password': 'mand' }, 'Password must be at least 6 characters long'],
])('the reset page refuses a new password of %j without a request', async (given, sentence) => {
  await open('reset', '/reset-password#tok');
  await page.fill(given);
  await submit();
  await says(sentence);
  expect(api.calls).toEqual([]);
});

test('the reset page shows an error above the form and keeps what was typed', async () => {
  await open('reset', '/reset-password#tok');
  api.failures.set('resetPassword', new TransportError('offline'));
  await page.fill({ 'New Password': 'mandarine', 'Confirm Password': 'mandarine' });
  await submit();
  await says('Can’t reach the server');
  expect(screen.getByLabelText('New Password')).toHaveProperty('value', 'mandarine');
  await submit();
  await title('Password changed');
});

test.each(['/reset-password', '/reset-password#used'])(
  'the reset page offers a new link for %s, which is not valid',
  async (address) => {
    api.failures.set('resetPassword', new AppError('invalid-link'));
    await open('reset', address);
    if (address.endsWith('used')) {
      await page.fill({ 'New Password': 'mandarine', 'Confirm Password': 'mandarine' });
      await submit();
    }
    await says('This link has expired. Request a new one.');
    await page.press('Send a new link');
    expect(onAuthenticate).toHaveBeenCalledWith('forgot');
  },
);

const DESKTOP = `/desktop-sign-in?challenge=${'h'.repeat(43)}&state=${'s'.repeat(43)}`;

test('the Apple return path leads back to the desktop sign-in once, then to the start page', async () => {
  history.replaceState(null, '', DESKTOP);
  storeReturnPath();
  await open('apple', '/auth/apple/callback?code=c&state=s');
  expect(onLeave.mock.calls).toEqual([[DESKTOP]]);
  page.unmount();
  onLeave.mockReset();
  await open('apple', '/auth/apple/callback?code=c&state=s');
  expect(onLeave.mock.calls).toEqual([[undefined]]);
});

test.each(['/', '/c/desktop-sign-in', '/desktop-sign-in?challenge=x'])(
  'the Apple return path ignores %s',
  (address) => {
    sessionStorage.setItem('sign-in-return-path', DESKTOP);
    history.replaceState(null, '', address);
    storeReturnPath();
    expect(takeReturnPath()).toBeNull();
  },
);

test('the continue page asks a reader for a sign-in, and copies the shared conversation on a press', async () => {
  await open('continue', '/continue#the-token');
  await act(() => page.session.getState().start());
  await title('Continue in a new chat');
  await page.fill({ Email: 'ada@example.com', Password: 'tangerine' });
  await submit();
  await screen.findByRole('button', { name: 'Continue' });
  expect(api.calls).not.toContain('copyShare the-token');
  api.failures.set('copyShare', new AppError('not-found'));
  await page.press('Continue');
  expect((await screen.findByRole('alert')).textContent).toBe('This link doesn’t work any more.');
  await page.press('Continue');
  await waitFor(() => expect(onLeave).toHaveBeenCalledExactlyOnceWith('/c/copied'));
});
