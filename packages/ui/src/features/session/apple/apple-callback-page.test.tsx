// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { AppError } from '@parley/core';
import { expect, test } from 'vitest';
import { TransportError } from '../../../api/transport-error.ts';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { AppleCallbackPage } from './apple-callback-page.tsx';

test.each([
  [null, 'You’re not signed in'],
  [{}, 'You’re still signed in'],
])('a failed return from Apple of the account %j says "%s"', async (account, title) => {
  history.replaceState(null, '', '/auth/apple/callback?error=user_cancelled_authorize');
  await renderWithClient(<AppleCallbackPage onLeave={() => {}} />, { account });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(screen.getByRole('alert').textContent).toBe('Apple Sign-In error: user_cancelled_authorize');
});

test.each([
  [
    new AppError('apple-sign-in-failed', { message: 'Failed to complete Apple Sign-In' }),
    'Failed to complete Apple Sign-In',
  ],
  [new AppError('unavailable', { message: 'Invalid client configuration' }), 'Invalid client configuration'],
  [new AppError('internal'), 'Failed to complete Apple Sign-In'],
  [new AppError('not-found'), 'Failed to complete Apple Sign-In'],
  [new TransportError('cut'), 'An error occurred during Apple Sign-In'],
])('a code that is refused shows the reason: %#', async (error, sentence) => {
  history.replaceState(null, '', '/auth/apple/callback?code=c&state=s');
  const api = new ScriptedApi();
  api.failures.set('appleExchange', error);
  await renderWithClient(<AppleCallbackPage onLeave={() => {}} />, { api, account: null });
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
});
