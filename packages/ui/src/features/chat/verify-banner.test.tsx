// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AppError } from '@parley/core';
import { renderChat } from '../../testing/render-chat.tsx';
import { VerifyBanner } from './verify-banner.tsx';

test('the banner says what to do and sends the link again', async () => {
  const { api, press } = await renderChat(<VerifyBanner />);
  expect(screen.getByRole('status').textContent).toContain('Confirm your email to start chatting.');
  await press('Send a new link');
  await screen.findByText('Link sent.', { exact: false });
  expect(api.calls).toContain('resendVerification');
  expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull();
});

test('the banner says why the link could not be sent', async () => {
  const { api, press } = await renderChat(<VerifyBanner />);
  api.failures.set('resendVerification', new AppError('rate-limited'));
  await press('Send a new link');
  await screen.findByText(new AppError('rate-limited').message, { exact: false });
});
