// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { renderWithClient, type Rendered } from '../../../testing/render-with-client.tsx';
import { SessionPage } from '../session-page.tsx';
import { AuthDialog } from '../sign-in/auth-dialog.tsx';

const NEEDED = new AppError('second-factor-needed', { details: { ticket: 'ticket' } });
const SECRET = 's'.repeat(43);
const onClose = vi.fn<() => void>();
const onLeave = vi.fn<(address?: string) => void>();

afterEach(() => {
  for (const mock of [onClose, onLeave]) mock.mockReset();
});

const problem = (sentence: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));

/** Opens the dialog and signs in with the password, up to the second step. */
async function withPassword(options: Parameters<typeof renderWithClient>[1] = {}): Promise<Rendered> {
  const dialog = <AuthDialog mode="login" onModeChange={() => {}} onClose={onClose} />;
  const page = await renderWithClient(dialog, options);
  page.api.failures.set('login', NEEDED);
  await page.fill({ Email: 'ada@example.com', Password: 'tangerine' });
  await page.press('Sign In');
  await screen.findByLabelText('Code');
  page.api.calls.length = 0;
  return page;
}

test('the dialog asks for a code after the password, signs in with it and closes', async () => {
  const page = await withPassword();
  expect(screen.queryByRole('alert')).toBeNull();
  const field = screen.getByLabelText('Code');
  expect(field).toMatchObject({ autocomplete: 'one-time-code', inputMode: 'numeric' });
  expect(document.activeElement).toBe(field);
  await page.press('Sign In');
  await problem('Code is required');
  await page.fill({ Code: ' 123 456 ' });
  await page.press('Sign In');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(page.api.calls).toEqual(['secondStep {"ticket":"ticket","code":"123 456"}']);
  expect(page.session.getState()).toMatchObject({ status: 'signed-in', ticket: null });
});

test('a wrong code can be corrected, also with a recovery code', async () => {
  const page = await withPassword();
  page.api.failures.set('secondStep', new AppError('wrong-code'));
  await page.fill({ Code: '111111' });
  await page.press('Sign In');
  await problem('That code isn’t right.');
  expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true');
  await page.press('Use a recovery code');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByLabelText('Recovery code').getAttribute('aria-invalid')).toBeNull();
  await page.fill({ 'Recovery code': '4T7K-0ZQM-9W2X-HR5C' });
  await page.press('Sign In');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(page.api.calls.at(-1)).toBe('secondStep {"ticket":"ticket","code":"4T7K-0ZQM-9W2X-HR5C"}');
});

test('the device is remembered if its user wants that, and can be only by pages of the server’s own origin', async () => {
  const page = await withPassword({ settings: { remembersDevices: true } });
  await page.fill({ Code: '123456' });
  await page.user.click(screen.getByLabelText('Remember this device for 30 days'));
  await page.press('Sign In');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(page.api.calls).toEqual(['secondStep {"ticket":"ticket","code":"123456","remember":true}']);
  page.unmount();
  await withPassword();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a late code leads back to the password, with the reason', async () => {
  const page = await withPassword();
  const reason = 'This took too long. Please sign in again.';
  page.api.failures.set('secondStep', new AppError('sign-in-failed', { message: reason }));
  await page.fill({ Code: '123456' });
  await page.press('Sign In');
  await screen.findByLabelText('Password');
  await problem(reason);
});

test('the second step can be left', async () => {
  const page = await withPassword();
  await page.press('Back to sign in');
  await screen.findByLabelText('Password');
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['provider', '/auth/callback', `?code=c&state=google:${SECRET}`, 'exchangeProvider'],
  ['apple', '/auth/apple/callback', `?code=c&state=origin:web:${SECRET}`, 'appleExchange'],
] as const)('the callback page of the %s asks for a code', async (id, at, query, call) => {
  history.replaceState(null, '', at + query);
  const page = await renderWithClient(<></>);
  page.api.failures.set(call, NEEDED);
  await page.show(<SessionPage page={id} onAuthenticate={() => {}} onLeave={onLeave} />);
  page.api.failures.set('secondStep', new AppError('wrong-code'));
  await screen.findByLabelText('Code');
  await page.fill({ Code: '111111' });
  await page.press('Sign In');
  await problem('That code isn’t right.');
  await page.fill({ Code: '123456' });
  await page.press('Sign In');
  await waitFor(() => expect(onLeave).toHaveBeenCalledOnce());
  expect(page.session.getState().status).toBe('signed-in');
});

test('the callback page says why the second step could not be finished', async () => {
  history.replaceState(null, '', `/auth/callback?code=c&state=google:${SECRET}`);
  const page = await renderWithClient(<></>);
  page.api.failures.set('exchangeProvider', NEEDED);
  await page.show(<SessionPage page="provider" onAuthenticate={() => {}} onLeave={onLeave} />);
  const reason = 'This took too long. Please sign in again.';
  page.api.failures.set('secondStep', new AppError('sign-in-failed', { message: reason }));
  await screen.findByLabelText('Code');
  await page.fill({ Code: '123456' });
  await page.press('Sign In');
  await screen.findByRole('heading', { level: 1, name: 'You’re not signed in' });
  await problem(reason);
});
