// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { AppError } from '@parley/core';
import { click, mountChat, type MountedChat } from './testing/mounted-chat.tsx';
import { VerifyBanner } from './verify-banner.tsx';

let page: MountedChat;
afterEach(() => page.unmount());

test('the banner says what to do and sends the link again', async () => {
  page = await mountChat(<VerifyBanner />);
  expect(page.texts('[role=status]')).toEqual(['Confirm your email to start chatting.Send a new link']);
  await click(page.control('Send a new link'));
  expect(page.api.calls).toContain('resendVerification');
  expect(page.texts('[role=status]')).toEqual(['Confirm your email to start chatting.Link sent.']);
});

test('the banner says why the link could not be sent', async () => {
  page = await mountChat(<VerifyBanner />);
  page.api.failures.set('resendVerification', new AppError('rate-limited'));
  await click(page.control('Send a new link'));
  expect(page.texts('[role=status]').join()).toContain(new AppError('rate-limited').message);
});
