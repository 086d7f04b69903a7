// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
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
