// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { AuthDialog } from '../sign-in/auth-dialog.tsx';
import { SessionPage } from '../session-page.tsx';
import { storeReturnPath } from '../return-path.ts';
import { renderWithClient, type Rendered } from '../../../testing/render-with-client.tsx';

const SECRET = 's'.repeat(43);
const SETTINGS = {
  signInProviders: [
    { id: 'google', name: 'Google' },
    { id: 'company', name: 'Company' },
  ],
};
const onAuthenticate = vi.fn<(mode: string) => void>();
const onLeave = vi.fn<(address?: string) => void>();
const assign = vi.fn<typeof location.assign>();

let page: Rendered;
beforeEach(() => {
  vi.spyOn(location, 'assign').mockImplementation(assign);
});
afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
  for (const mock of [onAuthenticate, onLeave, assign]) mock.mockReset();
});

const openDialog = async (settings = SETTINGS as { signInProviders?: typeof SETTINGS.signInProviders }) => {
  const dialog = <AuthDialog mode="login" onModeChange={() => {}} onClose={() => {}} />;
  page = await renderWithClient(dialog, { settings });
};
async function comeBack(query: string, { token, at = '/auth/callback' }: { token?: string; at?: string } = {}) {
  history.replaceState(null, '', at + query);
  const id = at === '/auth/callback' ? 'provider' : 'apple';
  page = await renderWithClient(<SessionPage page={id} onAuthenticate={onAuthenticate} onLeave={onLeave} />, {
    settings: SETTINGS,
    ...(token !== undefined && { token }),
  });
}
const alertSays = (sentence: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

test('the dialog has a button for each provider, and goes to its page', async () => {
  await openDialog();
  expect(screen.getByRole('button', { name: 'Company' })).toBeDefined();
  await page.press('Google');
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://google.example/authorize'));
  expect(page.api.calls).toEqual(['startProvider google']);
});

test('the dialog shows that a provider does not answer, and can be used again', async () => {
  await openDialog();
  const { calls } = page.api;
  page.api.failures.set('startProvider', new AppError('unavailable', { message: 'Google isn’t answering right now.' }));
  await page.press('Google');
  await alertSays('Google isn’t answering right now.');
  await page.press('Google');
  await waitFor(() => expect(assign).toHaveBeenCalledOnce());
  expect(calls).toEqual(['startProvider google', 'startProvider google']);
});

test('the dialog has no divider and no button without providers', async () => {
  await openDialog({});
  expect(screen.queryByText('Or continue with')).toBeNull();
});

test('the callback page signs in once, removes the code from the URL, and leaves', async () => {
  await comeBack(`?code=c%2B1&state=google:${SECRET}&iss=https%3A%2F%2Faccounts.google.com`);
  await waitFor(() => expect(onLeave).toHaveBeenCalledOnce());
  expect(location.search).toBe('');
  expect(page.api.calls).toEqual([
    `exchangeProvider google {"code":"c+1","state":"google:${SECRET}","iss":"https://accounts.google.com"}`,
  ]);
  expect(page.storage.get('token')).not.toBeNull();
});

test('the callback page leads back to the desktop sign-in where it was started', async () => {
  const desktop = `/desktop-sign-in?challenge=${'c'.repeat(43)}&state=${'t'.repeat(43)}`;
  history.replaceState(null, '', desktop);
  storeReturnPath();
  await comeBack(`?code=c&state=google:${SECRET}`);
  await waitFor(() => expect(onLeave.mock.calls).toEqual([[desktop]]));
});

test.each(['/continue#the-token', '/continue/#the-token'])(
  'a reader who signs in at a provider comes back to the shared conversation at %s',
  async (address) => {
    history.replaceState(null, '', address);
    storeReturnPath();
    await comeBack(`?code=c&state=google:${SECRET}`);
    await waitFor(() => expect(onLeave.mock.calls).toEqual([[address]]));
  },
);

test('a reader whose sign-in failed at a provider comes back to the shared conversation after another try', async () => {
  history.replaceState(null, '', '/continue#the-token');
  storeReturnPath();
  await comeBack(`?error=access_denied&state=google:${SECRET}`);
  await alertSays('You canceled the sign-in with Google.');
  storeReturnPath();
  page.unmount();
  await comeBack(`?code=c&state=google:${SECRET}`);
  await waitFor(() => expect(onLeave.mock.calls).toEqual([['/continue#the-token']]));
});

test('the callback page stays with the reason, and offers to sign in', async () => {
  const reason = 'An account with this email already exists.';
  const { promise, resolve } = Promise.withResolvers<void>();
  history.replaceState(null, '', `/auth/callback?code=c&state=google:${SECRET}`);
  page = await renderWithClient(<></>, { settings: SETTINGS });
  page.api.gates.set('exchangeProvider', promise);
  page.api.failures.set('exchangeProvider', new AppError('email-taken', { message: reason }));
  await page.show(<SessionPage page="provider" onAuthenticate={onAuthenticate} onLeave={onLeave} />);
  await title('Completing Sign-In');
  await act(async () => resolve());
  await title('You’re not signed in');
  await alertSays(reason);
  await page.press('Sign in');
  expect(onAuthenticate).toHaveBeenCalledExactlyOnceWith('login');
  expect(onLeave).not.toHaveBeenCalled();
  await act(() => page.session.getState().signIn({ email: 'ada@example.com', password: 'tangerine' }));
  expect(onLeave).toHaveBeenCalledOnce();
});

test.each([
  ['/auth/callback', `?code=c&state=google:link:${SECRET}`, 'google', 'Google is added'],
  ['/auth/apple/callback', `?code=c&state=origin:web:link:${SECRET}`, 'apple', 'Apple is added'],
])('the page at %s links a provider for a signed-in user', async (at, query, provider, heading) => {
  await comeBack(query, { token: 'mine', at });
  await title(heading);
  expect(page.api.calls).toEqual([expect.stringMatching(`^linkProvider ${provider} `)]);
  await page.press('Continue to Parley');
  expect(onLeave).toHaveBeenCalledOnce();
});

test('the callback page links nothing for a user who is signed out', async () => {
  await comeBack(`?code=c&state=google:link:${SECRET}`);
  await alertSays('You’re signed out. Sign in, then add Google again.');
  expect(page.api.calls).toEqual([]);
});

test.each([
  [`?error=access_denied&state=google:${SECRET}`, 'You canceled the sign-in with Google.'],
  [
    `?error=temporarily_unavailable&state=company:${SECRET}`,
    'The sign-in with Company failed there (temporarily_unavailable). Please start again.',
  ],
  [`?error=Call+0800+123&state=google:${SECRET}`, 'The sign-in with Google failed there. Please start again.'],
  ['?error=access_denied', 'You canceled the sign-in with the provider.'],
  ['', 'There is no sign-in to finish here. Please start again.'],
  ['?code=c&state=forged', 'There is no sign-in to finish here. Please start again.'],
  [`?code=&state=google:${SECRET}`, 'There is no sign-in to finish here. Please start again.'],
])('the callback page sends no request for %j', async (query, sentence) => {
  await comeBack(query);
  await alertSays(sentence);
  expect([page.api.calls, location.search]).toEqual([[], '']);
});
