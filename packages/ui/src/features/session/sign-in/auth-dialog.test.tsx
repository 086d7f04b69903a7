// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppError, type ProductSettings } from '@parley/core';
import { AuthDialog } from './auth-dialog.tsx';
import type { AuthMode } from './auth-forms.tsx';
import { renderWithClient, type Rendered } from '../../../testing/render-with-client.tsx';

let page: Rendered;
const onClose = vi.fn<() => void>();
beforeEach(() => {
  onClose.mockReset();
});

function Dialog({ first }: { first: AuthMode }) {
  const [mode, setMode] = useState(first);
  return <AuthDialog mode={mode} onModeChange={setMode} onClose={onClose} />;
}

async function open(first: AuthMode, settings: Partial<ProductSettings> = {}) {
  page = await renderWithClient(<Dialog first={first} />, { settings });
}

const inputs = () => [...document.querySelectorAll('input')];
const labels = () => inputs().map(({ labels }) => labels?.[0]?.textContent);
const actions = () =>
  screen
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '' && text !== 'Show');
const field = (label: string) => screen.getByLabelText(label);
const values = () => inputs().map(({ value }) => value);
const submit = () => page.user.keyboard('{Enter}');
const problem = (sentence: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));
const noProblem = () => waitFor(() => expect(screen.queryByRole('alert')).toBeNull());

test.each([
  ['login', ['Email', 'Password'], ['Forgot password?', 'Sign In', 'Need an account? Sign up']],
  ['register', ['Email', 'Password', 'Confirm Password'], ['Create Account', 'Already have an account? Sign in']],
  ['forgot', ['Email'], ['Send link', 'Back to sign in']],
] as const)('the %s form has its fields and its actions', async (mode, fields, shown) => {
  await open(mode);
  expect(labels()).toEqual(fields);
  expect(actions()).toEqual(shown);
});

test('labels each field for password managers', async () => {
  const hints = () => inputs().map((input) => [input.type, input.autocomplete]);
  await open('login');
  expect(hints()).toEqual([
    ['email', 'username'],
    ['password', 'current-password'],
  ]);
  expect(field('Password')).toHaveProperty('placeholder', 'Min. 6 characters');
  await page.press('Need an account? Sign up');
  expect(hints()).toEqual([
    ['email', 'username'],
    ['password', 'new-password'],
    ['password', 'new-password'],
  ]);
});

test('an answer that comes after the switch to the other form shows nothing there', async () => {
  await open('login');
  const { api } = page;
  const slow = Promise.withResolvers<void>();
  api.gates.set('login', slow.promise);
  api.failures.set('login', new AppError('rate-limited'));
  await page.fill({ Email: 'ada@example.com', Password: 'mandarine' });
  await submit();
  await page.press('Need an account? Sign up');
  await act(async () => slow.resolve());
  await noProblem();
  expect(labels()).toContain('Confirm Password');
});

test('offers no password reset if the server sends no mail', async () => {
  await open('login', { sendsMail: false });
  expect(actions()).toEqual(['Sign In', 'Need an account? Sign up']);
});

test.each([
  [{ Email: 'ada@example.com', Password: 'tangerine', 'Confirm Password': 'other' }, 'Passwords do not match'],
  [
    { Email: 'ada@example.com', Password: 'tange', 'Confirm Password': 'tange' },
    'Password must be at least 6 characters long',
  ],
  [{ Email: '', Password: 'tangerine', 'Confirm Password': 'tangerine' }, 'Email is required'],
  [{ Email: 'ada', Password: 'tangerine', 'Confirm Password': 'tangerine' }, 'Please enter a valid email address'],
])('refuses to register with %j, without a request', async (given, sentence) => {
  await open('register');
  await page.fill(given);
  await submit();
  await problem(sentence);
  expect(page.api.calls).toEqual([]);
});

test.each([
  [{ Email: 'ada@example.com', Password: '' }, 'Password is required'],
  [{ Email: '', Password: 'tangerine' }, 'Email is required'],
])('refuses to sign in with %j, without a request', async (given, sentence) => {
  await open('login');
  await page.fill(given);
  await submit();
  await problem(sentence);
  expect(page.api.calls).toEqual([]);
});

test.each([
  ['register', { Email: 'ada', Password: 'tangerine', 'Confirm Password': 'tangerine' }, 'Email'],
  ['register', { Email: 'ada@example.com', Password: 'a', 'Confirm Password': 'a' }, 'Password'],
  ['register', { Email: 'ada@example.com', Password: 'a', 'Confirm Password': 'b' }, 'Confirm Password'],
  ['login', { Email: 'ada@example.com', Password: '' }, 'Password'],
  ['forgot', { Email: 'ada' }, 'Email'],
] as const)('the %s form shows a problem of %j at %s, which takes the focus', async (mode, given, label) => {
  await open(mode);
  await page.fill(given);
  await submit();
  const alert = await screen.findByRole('alert');
  const wrong = field(label);
  expect(wrong.getAttribute('aria-invalid')).toBe('true');
  expect(wrong.getAttribute('aria-describedby')).toBe(alert.id);
  expect(wrong.closest('.grid')?.contains(alert)).toBe(true);
  expect(inputs().filter((input) => input.getAttribute('aria-invalid') === 'true')).toEqual([wrong]);
  await waitFor(() => expect(document.activeElement).toBe(wrong));
});

test.each([
  ['register', 'email-taken', 'Email'],
  ['login', 'wrong-credentials', 'Password'],
] as const)('the %s form shows the server’s %s at %s, which takes the focus', async (mode, code, label) => {
  await open(mode);
  page.api.failures.set(mode, new AppError(code));
  await page.fill({ Email: 'ada@example.com', Password: 'tangerine' });
  if (mode === 'register') await page.fill({ 'Confirm Password': 'tangerine' });
  await submit();
  const alert = await screen.findByRole('alert');
  expect(field(label).getAttribute('aria-describedby')).toBe(alert.id);
  await waitFor(() => expect(document.activeElement).toBe(field(label)));
});

test('a password can be shown while it is typed', async () => {
  await open('login');
  await page.fill({ Password: 'tangerine' });
  await page.press('Show');
  expect(field('Password')).toMatchObject({ type: 'text', value: 'tangerine' });
  expect(field('Password').getAttribute('autocapitalize')).toBe('none');
  expect(field('Password').getAttribute('spellcheck')).toBe('false');
  await page.press('Hide');
  expect(field('Password')).toHaveProperty('type', 'password');
});

test('the registration leads to the terms and the privacy policy in other tabs', async () => {
  await open('register');
  const links = screen
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')]);
  expect(links).toEqual([
    ['Terms', '/terms', '_blank'],
    ['Privacy Policy', '/privacy', '_blank'],
  ]);
});

test('the registration of the desktop app leads to the server’s pages', async () => {
  page = await renderWithClient(<></>);
  Object.assign(page.client.platform, { kind: 'desktop', apiUrl: 'https://parley.example.com' });
  await page.show(<Dialog first="register" />);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['https://parley.example.com/terms', 'https://parley.example.com/privacy']);
});

test('shows the server’s error and clears it on the next try', async () => {
  await open('login');
  page.api.failures.set('login', new AppError('wrong-credentials'));
  await page.fill({ Email: 'ada@example.com', Password: 'mandarine' });
  await submit();
  await problem('Invalid email or password');
  expect(field('Password').getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
  await submit();
  await noProblem();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(page.session.getState().status).toBe('signed-in');
});

test('changing the mode clears the fields and all errors', async () => {
  await open('register');
  await page.fill({ Email: 'ada@example.com', Password: 'tangerine', 'Confirm Password': 'other' });
  await submit();
  await problem('Passwords do not match');
  await page.press('Already have an account? Sign in');
  await noProblem();
  expect(values()).toEqual(['', '']);

  page.api.failures.set('login', new AppError('wrong-credentials'));
  await page.fill({ Email: 'ada@example.com', Password: 'mandarine' });
  await submit();
  await problem('Invalid email or password');
  await page.press('Forgot password?');
  await noProblem();
  expect(values()).toEqual(['']);
  expect(document.activeElement).toBe(field('Email'));
  await page.press('Back to sign in');
  await noProblem();
  expect(values()).toEqual(['', '']);
});

test('shows Processing... and ignores a second press while a request runs', async () => {
  await open('register');
  const answer = Promise.withResolvers<void>();
  page.api.gates.set('register', answer.promise);
  await page.fill({ Email: 'ada@example.com', Password: 'tangerine', 'Confirm Password': 'tangerine' });
  await submit();
  expect(screen.getByRole('button', { name: 'Processing...' })).toHaveProperty('disabled', true);
  await submit();
  expect(page.api.calls).toEqual(['register']);
  await act(async () => answer.resolve());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('the reset form gives the same answer for every address', async () => {
  await open('forgot');
  await page.fill({ Email: 'unknown@example.com' });
  await submit();
  const answer = (await screen.findByRole('status')).textContent;
  expect(page.api.calls).toEqual(['forgotPassword unknown@example.com']);
  expect(answer).toContain('If that email has an account');
  page.unmount();
  await open('forgot');
  await page.fill({ Email: 'ada@example.com' });
  await submit();
  expect((await screen.findByRole('status')).textContent).toBe(answer);
});

test('the reset form shows what is wrong and can be sent again', async () => {
  await open('forgot');
  await page.fill({ Email: 'ada' });
  await submit();
  await problem('Please enter a valid email address');
  expect(page.api.calls).toEqual([]);
  await page.fill({ Email: 'ada@example.com' });
  page.api.failures.set('forgotPassword', new Error('odd'));
  await submit();
  await problem('An unknown error occurred.');
  await submit();
  await noProblem();
  expect((await screen.findByRole('status')).textContent).toContain('on its way');
});
