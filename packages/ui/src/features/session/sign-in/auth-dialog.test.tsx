// @vitest-environment happy-dom
import { act, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { AppError, type ProductSettings } from '@parley/core';
import { AuthDialog } from './auth-dialog.tsx';
import type { AuthMode } from './auth-forms.tsx';
import { mountSession, type MountedSession } from '../testing/mounted-session.tsx';

let page: MountedSession;
let closed = 0;
afterEach(async () => {
  await page.unmount();
  closed = 0;
});

function Dialog({ first }: { first: AuthMode }) {
  const [mode, setMode] = useState(first);
  return <AuthDialog mode={mode} onModeChange={setMode} onClose={() => closed++} />;
}

async function open(first: AuthMode, settings: Partial<ProductSettings> = {}) {
  page = await mountSession(<Dialog first={first} />, { settings });
}

const labels = () => [...document.querySelectorAll('label')].map(({ textContent }) => textContent);
const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent).filter(Boolean);
const problem = () => page.text('[role=alert]');
const values = () => [...document.querySelectorAll('input')].map(({ value }) => value);

test.each([
  ['login', ['Email', 'Password'], ['Forgot password?', 'Sign In', 'Need an account? Sign up']],
  ['register', ['Email', 'Password', 'Confirm Password'], ['Create Account', 'Already have an account? Sign in']],
  ['forgot', ['Email'], ['Send link', 'Back to sign in']],
] as const)('%s has its fields and its ways on', async (mode, fields, actions) => {
  await open(mode);
  expect(labels()).toEqual(fields);
  expect(buttons()).toEqual(actions);
});

test('labels each field for password managers', async () => {
  const hints = () => [...document.querySelectorAll('input')].map((input) => [input.type, input.autocomplete]);
  await open('login');
  expect(hints()).toEqual([
    ['email', 'username'],
    ['password', 'current-password'],
  ]);
  expect(page.field('Password').placeholder).toBe('Min. 6 characters');
  await page.press('Need an account? Sign up');
  expect(hints()).toEqual([
    ['email', 'username'],
    ['password', 'new-password'],
    ['password', 'new-password'],
  ]);
});

test('offers no password reset if the server sends no mail', async () => {
  await open('login', { sendsMail: false });
  expect(buttons()).toEqual(['Sign In', 'Need an account? Sign up']);
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
  page.fill(given);
  await page.submit();
  expect(problem()).toBe(sentence);
  expect(page.api.calls).toEqual([]);
});

test.each([
  [{ Email: 'ada@example.com', Password: '' }, 'Password is required'],
  [{ Email: '', Password: 'tangerine' }, 'Email is required'],
])('refuses to sign in with %j, without a request', async (given, sentence) => {
  await open('login');
  page.fill(given);
  await page.submit();
  expect(problem()).toBe(sentence);
  expect(page.api.calls).toEqual([]);
});

test('shows the server’s error and clears it on the next try', async () => {
  await open('login');
  page.api.failures.set('login', new AppError('wrong-credentials'));
  page.fill({ Email: 'ada@example.com', Password: 'mandarine' });
  await page.submit();
  expect(problem()).toBe('Invalid email or password');
  expect(page.field('Password').getAttribute('aria-describedby')).toBe(document.querySelector('[role=alert]')?.id);
  await page.submit();
  expect(problem()).toBeNull();
  expect(closed).toBe(1);
  expect(page.session.getState().status).toBe('signed-in');
});

test('changing the mode clears the fields and all errors', async () => {
  await open('register');
  page.fill({ Email: 'ada@example.com', Password: 'tangerine', 'Confirm Password': 'other' });
  await page.submit();
  expect(problem()).toBe('Passwords do not match');
  await page.press('Already have an account? Sign in');
  expect([problem(), ...values()]).toEqual([null, '', '']);

  page.api.failures.set('login', new AppError('wrong-credentials'));
  page.fill({ Email: 'ada@example.com', Password: 'mandarine' });
  await page.submit();
  expect(problem()).toBe('Invalid email or password');
  await page.press('Forgot password?');
  expect([problem(), ...values()]).toEqual([null, '']);
  expect(document.activeElement).toBe(page.field('Email'));
  await page.press('Back to sign in');
  expect([problem(), ...values()]).toEqual([null, '', '']);
});

test('shows Processing... and ignores a second press while a request runs', async () => {
  await open('register');
  const asked = Promise.withResolvers<void>();
  page.api.gates.set('register', asked.promise);
  page.fill({ Email: 'ada@example.com', Password: 'tangerine', 'Confirm Password': 'tangerine' });
  await page.submit();
  expect(page.button('Processing...').disabled).toBe(true);
  await page.submit();
  expect(page.api.calls).toEqual(['register']);
  await act(async () => asked.resolve());
  expect(closed).toBe(1);
});

test('the reset form gives the same answer for every address', async () => {
  await open('forgot');
  page.fill({ Email: 'nobody@example.com' });
  await page.submit();
  expect(page.api.calls).toEqual(['forgotPassword nobody@example.com']);
  const said = page.text('[role=status]');
  expect(said).toContain('If that email has an account');
  await page.unmount();
  await open('forgot');
  page.fill({ Email: 'ada@example.com' });
  await page.submit();
  expect(page.text('[role=status]')).toBe(said);
});

test('the reset form shows what is wrong and can be sent again', async () => {
  await open('forgot');
  page.fill({ Email: 'ada' });
  await page.submit();
  expect(problem()).toBe('Please enter a valid email address');
  expect(page.api.calls).toEqual([]);
  page.fill({ Email: 'ada@example.com' });
  page.api.failures.set('forgotPassword', new Error('odd'));
  await page.submit();
  expect(problem()).toBe('An unknown error occurred.');
  await page.submit();
  expect(problem()).toBeNull();
  expect(page.text('[role=status]')).toContain('on its way');
});
