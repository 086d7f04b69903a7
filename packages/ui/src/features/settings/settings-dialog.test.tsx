// @vitest-environment happy-dom
import { AppError, ERRORS, type AccountSession } from '@parley/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { TransportError } from '../../api/transport-error.ts';
import { mountSettings, type MountedSettings } from './testing/mounted-settings.tsx';

const UNREACHABLE = 'Can’t reach the server. Check your connection and try again.';

let shown: MountedSettings;
afterEach(() => shown.unmount());

const withoutPassword = { prepare: (api: MountedSettings['api']) => void (api.ownAccount.hasPassword = false) };

describe('the list', () => {
  test('disables account changes until the server says what they require', async () => {
    const told = Promise.withResolvers<void>();
    shown = await mountSettings({
      prepare: (api) => (api.account = () => told.promise.then(() => api.ownAccount)),
    });
    const areDisabled = () =>
      ['Change email', 'Change password', 'Export', 'Delete account'].map((name) => shown.button(name).disabled);
    expect(areDisabled()).toEqual([true, true, true, true]);
    expect(shown.button('View where you’re signed in').disabled).toBe(false);
    await shown.act(() => told.resolve());
    expect(areDisabled()).toEqual([false, false, false, false]);
  });

  test('loads the account again on request after a failure', async () => {
    shown = await mountSettings({
      prepare: (api) => {
        api.account = vi
          .fn<typeof api.account>(async () => api.ownAccount)
          .mockRejectedValueOnce(new TransportError('cut'))
          .mockRejectedValueOnce(new TransportError('cut'));
      },
    });
    expect(shown.problem()).toBe(UNREACHABLE);
    expect(shown.button('Change password').disabled).toBe(true);
    await shown.press('Try again');
    expect(shown.problem()).toBeNull();
    expect(shown.button('Change password').disabled).toBe(false);
  });

  test('shows an address as verified when its owner returns after verifying it elsewhere', async () => {
    shown = await mountSettings({ user: { emailVerified: false } });
    expect(shown.text()).toContain('Not verified');
    shown.api.ownAccount = { ...shown.api.ownAccount, user: { ...shown.api.ownAccount.user, emailVerified: true } };
    await shown.act(() => dispatchEvent(new Event('focus')));
    expect(shown.text()).not.toContain('Not verified');
    expect(shown.text()).toContain('Verified');
  });

  test('sends the verification link again', async () => {
    shown = await mountSettings({ user: { emailVerified: false } });
    shown.api.failures.set('resendVerification', new AppError('rate-limited'));
    await shown.press('Resend link');
    expect(shown.problem()).toBe(ERRORS['rate-limited'].message);
    await shown.press('Resend link');
    expect(shown.problem()).toBeNull();
    expect(shown.text()).toContain('A new link is on its way.');
    expect(shown.findButton('Resend link')).toBeUndefined();
  });

  test('offers nothing that needs mail if the server sends none', async () => {
    shown = await mountSettings({ sendsMail: false, user: { emailVerified: false } });
    expect(shown.findButton('Change email')).toBeUndefined();
    expect(shown.text()).not.toContain('Not verified');
    expect(shown.button('Change password').disabled).toBe(false);
  });

  test('lets a user without an address add one, and offers no password', async () => {
    shown = await mountSettings({ user: { email: '' }, ...withoutPassword });
    expect(shown.button('Add an email').disabled).toBe(false);
    expect(shown.findButton('Set a password')).toBeUndefined();
  });
});

describe('changing the email', () => {
  test('changing the email shows local errors, then the server’s error, then the next step', async () => {
    shown = await mountSettings();
    await shown.press('Change email');
    expect(shown.title()).toBe('Change email');
    shown.fill({ 'New email': 'nobody', 'Current password': 'tangerine' });
    await shown.submit();
    expect(shown.problem()).toBe('Please enter a valid email address');
    shown.fill({ 'New email': 'new@example.com', 'Current password': '' });
    await shown.submit();
    expect(shown.problem()).toBe('Current password is required');
    expect(shown.api.calls).toEqual([]);
    shown.fill({ 'Current password': 'wrong' });
    shown.api.failures.set('changeEmail', new AppError('wrong-password'));
    await shown.submit();
    expect(shown.problem()).toBe(ERRORS['wrong-password'].message);
    shown.fill({ 'Current password': 'tangerine' });
    const answer = Promise.withResolvers<void>();
    shown.api.gates.set('changeEmail', answer.promise);
    await shown.submit();
    expect(shown.button('Sending...').disabled).toBe(true);
    await shown.submit();
    await shown.act(() => answer.resolve());
    expect(shown.api.calls.slice(1)).toEqual(['changeEmail {"email":"new@example.com","password":"tangerine"}']);
    expect(shown.text()).toContain('We sent a link to new@example.com.');
    await shown.press('Done');
    expect(shown.title()).toBe('Settings');
    expect(shown.focused()).toBe('Change email');
  });
});

describe('changing the password', () => {
  test.each([
    { 'Current password': '', 'New password': 'clementine', 'Confirm new password': 'clementine' },
    { 'Current password': 'tangerine', 'New password': 'clementine', 'Confirm new password': 'mandarine' },
    { 'Current password': 'tangerine', 'New password': 'short', 'Confirm new password': 'short' },
  ])('refuses invalid fields without a request: %#', async (fields) => {
    shown = await mountSettings();
    await shown.press('Change password');
    shown.fill(fields);
    await shown.submit();
    expect(shown.problem()).toMatch(/is required|do not match|at least 6/);
    expect(shown.api.calls).toEqual([]);
  });

  test('sends the old and the new password, and shows the result', async () => {
    shown = await mountSettings();
    await shown.press('Change password');
    shown.fill({ 'Current password': 'tangerine', 'New password': 'clementine', 'Confirm new password': 'clementine' });
    await shown.submit();
    expect(shown.api.calls).toEqual(['changePassword {"newPassword":"clementine","currentPassword":"tangerine"}']);
    expect(shown.text()).toContain('signed out everywhere else');
  });

  test('sets the first password of an account without one', async () => {
    shown = await mountSettings(withoutPassword);
    await shown.press('Set a password');
    expect(shown.title()).toBe('Set a password');
    shown.fill({ 'New password': 'clementine', 'Confirm new password': 'clementine' });
    const words = 'Please sign out, sign in again, and try once more.';
    shown.api.failures.set('changePassword', new AppError('forbidden', { message: words }));
    await shown.submit();
    expect(shown.problem()).toBe(words);
    await shown.submit();
    expect(shown.api.calls.at(-1)).toBe('changePassword {"newPassword":"clementine"}');
    shown.api.ownAccount.hasPassword = true;
    await shown.press('Done');
    expect(shown.button('Change password').disabled).toBe(false);
  });
});

describe('the list of sessions', () => {
  const session = (id: string, device: string, isCurrent = false): AccountSession => {
    const time = new Date().toISOString();
    return { id, device, isCurrent, createdAt: time, lastSeenAt: time };
  };
  const here = session('here', 'Chrome on Linux', true);
  const phone = session('phone', 'Safari on iOS');
  const open = async () => {
    shown = await mountSettings({ prepare: (api) => (api.ownSessions = [here, phone]) });
    await shown.press('View where you’re signed in');
    shown.api.calls = [];
  };

  test('marks the current session, which cannot be ended here', async () => {
    await open();
    expect(shown.text()).toContain('This device');
    expect(shown.findButton('Sign out of Chrome on Linux')).toBeUndefined();
  });

  test.each([undefined, new AppError('not-found')])(
    'one can be ended, also when it has just ended: %s',
    async (error) => {
      await open();
      if (error) shown.api.failures.set('endSession', error);
      shown.api.ownSessions = [here];
      await shown.press('Sign out of Safari on iOS');
      expect(shown.api.calls).toEqual(['endSession phone', 'sessions']);
      expect(shown.text()).toContain('Signed out of Safari on iOS.');
      expect(shown.findButton('Sign out everywhere else')).toBeUndefined();
    },
  );

  test('ends all other sessions at once, and shows a failure', async () => {
    await open();
    shown.api.failures.set('endOtherSessions', new TransportError('cut'));
    await shown.press('Sign out everywhere else');
    expect(shown.problem()).toBe(UNREACHABLE);
    shown.api.ownSessions = [here];
    await shown.press('Sign out everywhere else');
    expect(shown.problem()).toBeNull();
    expect(shown.text()).toContain('signed out everywhere else');
  });

  test('loads the sessions again on request after a failure', async () => {
    shown = await mountSettings();
    const busy = new AppError('unavailable');
    shown.api.sessions = vi
      .fn<typeof shown.api.sessions>(async () => [here])
      .mockRejectedValueOnce(busy)
      .mockRejectedValueOnce(busy);
    await shown.press('View where you’re signed in');
    expect(shown.problem()).toBe(ERRORS.unavailable.message);
    await shown.press('Try again');
    expect(shown.text()).toContain('Chrome on Linux');
    expect(shown.problem()).toBeNull();
  });
});

describe('exporting', () => {
  test('saves one file and says when the next export is possible', async () => {
    const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:zip');
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    shown = await mountSettings();
    const made = Promise.withResolvers<void>();
    shown.api.gates.set('exportAccount', made.promise);
    await shown.press('Export');
    expect(shown.text()).toContain('Preparing your download...');
    expect(shown.button('Export').disabled).toBe(true);
    shown.api.ownAccount.nextExportAt = new Date(Date.now() + 86_400_000).toISOString();
    await shown.act(() => made.resolve());
    expect(create).toHaveBeenCalledOnce();
    expect(click).toHaveBeenCalledOnce();
    expect(shown.text()).toMatch(/You can export again tomorrow at .+\./);
    expect(shown.button('Export').disabled).toBe(true);
    create.mockRestore();
    click.mockRestore();
  });

  test('reports an export that breaks off, and lets the user start another', async () => {
    shown = await mountSettings();
    shown.api.failures.set('exportAccount', new TransportError('cut'));
    await shown.press('Export');
    expect(shown.problem()).toBe(UNREACHABLE);
    expect(shown.button('Export').disabled).toBe(false);
  });

  test('says when the next export is possible after one in another tab', async () => {
    shown = await mountSettings();
    shown.api.failures.set('exportAccount', new AppError('rate-limited', { retryAfter: 60 }));
    shown.api.ownAccount.nextExportAt = new Date(Date.now() + 86_400_000).toISOString();
    await shown.press('Export');
    expect(shown.problem()).toBeNull();
    expect(shown.text()).toContain('You can export again tomorrow at');
  });
});

describe('deleting the account', () => {
  test('requires the password, lists what is deleted, and ends the session with a notice', async () => {
    shown = await mountSettings({ user: { subscriptionTier: 'premium', subscriptionStatus: 'active' } });
    await shown.press('Delete account');
    for (const words of [
      'all your conversations',
      'all your files and images',
      'ada@example.com',
      'your Premium plan',
    ]) {
      expect(shown.text()).toContain(words);
    }
    await shown.submit();
    expect(shown.problem()).toBe('Current password is required');
    shown.fill({ 'Current password': 'wrong' });
    shown.api.failures.set('deleteAccount', new AppError('wrong-password'));
    await shown.submit();
    expect(shown.problem()).toBe(ERRORS['wrong-password'].message);
    expect(shown.session.getState().status).toBe('signed-in');
    shown.fill({ 'Current password': 'tangerine' });
    await shown.submit();
    expect(shown.api.calls.at(-1)).toBe('deleteAccount {"password":"tangerine"}');
    expect(shown.session.getState()).toMatchObject({
      status: 'signed-out',
      token: null,
      user: null,
      problem: null,
      accountDeletedNotice: 'Your account and all its conversations and files have been deleted.',
    });
    expect(shown.storage.get('token')).toBeNull();
  });

  test('requires the word from a user without a password', async () => {
    shown = await mountSettings(withoutPassword);
    await shown.press('Delete account');
    shown.fill({ 'Type “delete” to confirm': 'del' });
    await shown.submit();
    expect(shown.problem()).toBe('Please type “delete”');
    expect(shown.api.calls).toEqual([]);
    shown.fill({ 'Type “delete” to confirm': ' Delete ' });
    await shown.submit();
    expect(shown.api.calls).toEqual(['deleteAccount {}']);
  });

  test('returns to the list on Back, with the focus where it was', async () => {
    shown = await mountSettings();
    await shown.press('Delete account');
    await shown.press('Back');
    expect(shown.title()).toBe('Settings');
    expect(shown.focused()).toBe('Delete account');
  });
});
