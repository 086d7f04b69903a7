// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError, deepLink } from '@parley/core';
import { TransportError } from '../../../api/transport-error.ts';
import { DESKTOP_CODE, ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { renderWithClient, type Rendered } from '../../../testing/render-with-client.tsx';
import { SessionPage } from '../session-page.tsx';

const CHALLENGE = 'h'.repeat(43);
const STATE = 's'.repeat(43);
const ADDRESS = `/desktop-sign-in?challenge=${CHALLENGE}&state=${STATE}`;
const LINK = deepLink({ code: DESKTOP_CODE, state: STATE });
const ada = { email: 'ada@example.com', password: 'tangerine' };

const assign = vi.fn<typeof location.assign>();
const onLeave = vi.fn<() => void>();

let api: ScriptedApi;
let page: Rendered;
beforeEach(() => {
  api = new ScriptedApi();
  vi.spyOn(location, 'assign').mockImplementation(assign);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const mock of [assign, onLeave]) mock.mockReset();
});

async function open(address = ADDRESS) {
  history.replaceState(null, '', address);
  page = await renderWithClient(<SessionPage page="desktop" onAuthenticate={() => {}} onLeave={onLeave} />, { api });
  await act(() => page.session.getState().start());
}
async function openSignedIn() {
  await open();
  await act(() => page.session.getState().signIn(ada));
  api.calls = [];
}
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const returnLink = () => screen.findByRole('link', { name: 'Open Parley' });
const noReturnLink = () => expect(screen.queryByRole('link', { name: 'Open Parley' })).toBeNull();
const submit = () => page.user.keyboard('{Enter}');

test('asks a visitor by name after the sign-in, and returns to the app only on a press', async () => {
  await open();
  await title('Sign in to the desktop app');
  await page.fill({ Email: ada.email, Password: ada.password });
  await submit();
  await title('Sign in to the Parley app?');
  expect(document.body.textContent).toContain('signed in as ada@example.com');
  expect(api.calls).toEqual(['login']);
  expect(assign).not.toHaveBeenCalled();
  await page.press('Continue');
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(LINK));
  expect(api.calls.at(-1)).toBe(`desktopCode ${CHALLENGE}`);
  expect((await returnLink()).getAttribute('href')).toBe(LINK);
  await title('Back to the app');
});

test('lets a visitor register', async () => {
  await open();
  await page.press('Need an account? Sign up');
  await page.fill({ Email: ada.email, Password: ada.password, 'Confirm Password': ada.password });
  await submit();
  await title('Sign in to the Parley app?');
});

test('leaves on Cancel without a request', async () => {
  await openSignedIn();
  await page.press('Cancel');
  expect(onLeave).toHaveBeenCalledOnce();
  expect([api.calls, assign.mock.calls]).toEqual([[], []]);
});

test('stays on the page after signing out to use another account', async () => {
  await openSignedIn();
  await page.press('Use another account');
  await title('Sign in to the desktop app');
  expect(api.calls).toEqual(['logout']);
});

test.each([
  [new AppError('rate-limited'), new AppError('rate-limited').message],
  [new TransportError('cut'), 'Can’t reach the server. Check your connection and try again.'],
])('shows what the server refused, and retries: %#', async (error, sentence) => {
  await openSignedIn();
  api.failures.set('desktopCode', error);
  await page.press('Continue');
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  await page.press('Continue');
  expect((await returnLink()).getAttribute('href')).toBe(LINK);
});

test('replaces an expired return link with a new one', async () => {
  await openSignedIn();
  vi.useFakeTimers();
  const press = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name }));
    await act(() => vi.advanceTimersByTimeAsync(0));
  };
  await press('Continue');
  await act(() => vi.advanceTimersByTimeAsync(90_000));
  noReturnLink();
  expect(screen.getByRole('heading', { name: 'Is the app signed in?' })).toBeDefined();
  await press('Try again');
  expect(screen.getByRole('link', { name: 'Open Parley' }).getAttribute('href')).toBe(LINK);
  expect(api.calls).toHaveLength(2);
});

test.each([
  '/desktop-sign-in',
  `/desktop-sign-in?challenge=${CHALLENGE}`,
  `/desktop-sign-in?challenge=<b>&state=${STATE}`,
  `/desktop-sign-in?challenge=${CHALLENGE}&state=javascript:alert(1)`,
])('rejects an address that no app created: %s', async (address) => {
  await open(address);
  await act(() => page.session.getState().signIn(ada));
  await title('No sign-in request found');
  noReturnLink();
  await page.press('Continue to Parley');
  expect(onLeave).toHaveBeenCalledOnce();
});

test('retries when the server was unreachable', async () => {
  history.replaceState(null, '', ADDRESS);
  page = await renderWithClient(<SessionPage page="desktop" onAuthenticate={() => {}} onLeave={onLeave} />, {
    api,
    token: 'kept',
  });
  expect(screen.getByRole('status').textContent).toBe('One moment, please.');
  api.failures.set('me', new TransportError('cut'));
  await act(() => page.session.getState().start());
  expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach the server');
  await page.press('Try again');
  await title('Sign in to the desktop app');
});
