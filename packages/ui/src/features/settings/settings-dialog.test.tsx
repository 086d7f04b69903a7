// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { AppError, sentenceOf, type AccountSession, type ProductSettings, type User } from '@parley/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TransportError } from '../../api/transport-error.ts';
import { ChatContext } from '../../stores/client.ts';
import { ScriptedApi } from '../../stores/testing/scripted-api.ts';
import { ScriptedChat } from '../../stores/testing/scripted-chat.ts';
import { renderWithClient } from '../../testing/render-with-client.tsx';
import { SettingsDialog } from './settings-dialog.tsx';

const UNREACHABLE = 'Can’t reach the server. Check your connection and try again.';

interface SettingsOptions {
  /** Fields that override the default user. */
  user?: Partial<User>;
  sendsMail?: boolean;
  /** Whose accounts can have API keys. */
  apiKeys?: ProductSettings['apiKeys'];
  /** Runs before the dialog sends its first request. */
  prepare?: (api: ScriptedApi) => void;
}

/** Opens the settings of a signed-in user and forgets their first requests. */
async function openSettings({ user = {}, sendsMail = true, apiKeys = 'all', prepare }: SettingsOptions = {}) {
  const api = new ScriptedApi();
  api.ownAccount = { ...api.ownAccount, user: { ...api.ownAccount.user, ...user } };
  prepare?.(api);
  const settings = <SettingsDialog onUpgrade={() => {}} onClose={() => {}} />;
  const { store } = new ScriptedChat().open();
  const opened = await renderWithClient(<ChatContext value={store}>{settings}</ChatContext>, {
    api,
    token: 'good',
    account: api.ownAccount.user,
    settings: { sendsMail, apiKeys },
  });
  api.calls = [];
  return opened;
}

const withoutPassword = { prepare: (api: ScriptedApi) => void (api.ownAccount.hasPassword = false) };

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const queryButton = (name: string) => screen.queryByRole('button', { name });
const title = (name: string) => screen.findByRole('heading', { level: 2, name });
const says = (words: string | RegExp) => waitFor(() => expect(screen.getByRole('dialog').textContent).toMatch(words));
const saysNot = (words: string) => waitFor(() => expect(screen.getByRole('dialog').textContent).not.toContain(words));
const problem = (words: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words));
const noProblem = () => waitFor(() => expect(screen.queryByRole('alert')).toBeNull());

describe('the list', () => {
  test('disables account changes until the server says what they require', async () => {
    const answer = Promise.withResolvers<void>();
    await openSettings({
      prepare: (api) => (api.accountCalls.read = () => answer.promise.then(() => api.ownAccount)),
    });
    const areDisabled = () =>
      ['Change email', 'Change password', 'Export', 'Delete account'].map((name) => button(name).disabled);
    expect(areDisabled()).toEqual([true, true, true, true]);
    expect(button('View where you’re signed in').disabled).toBe(false);
    await act(async () => answer.resolve());
    expect(areDisabled()).toEqual([false, false, false, false]);
  });

  test('loads the account again on request after a failure', async () => {
    const shown = await openSettings({
      prepare: (api) => {
        api.accountCalls.read = vi
          .fn<typeof api.accountCalls.read>(async () => api.ownAccount)
          .mockRejectedValueOnce(new TransportError('cut'))
          .mockRejectedValueOnce(new TransportError('cut'));
      },
    });
    await problem(UNREACHABLE);
    expect(button('Change password').disabled).toBe(true);
    await shown.press('Try again');
    await noProblem();
    await waitFor(() => expect(button('Change password').disabled).toBe(false));
  });

  test('shows an address as verified when its owner returns after verifying it elsewhere', async () => {
    const shown = await openSettings({ user: { emailVerified: false } });
    await says('Not verified');
    shown.api.ownAccount = { ...shown.api.ownAccount, user: { ...shown.api.ownAccount.user, emailVerified: true } };
    fireEvent.focus(window);
    await saysNot('Not verified');
    await says('Verified');
  });

  test('sends the verification link again', async () => {
    const shown = await openSettings({ user: { emailVerified: false } });
    shown.api.failures.set('resendVerification', new AppError('rate-limited'));
    await shown.press('Resend link');
    await problem(sentenceOf('rate-limited'));
    await shown.press('Resend link');
    await noProblem();
    await says('A new link is on its way.');
    expect(queryButton('Resend link')).toBeNull();
  });

  test('offers nothing that needs mail if the server sends none', async () => {
    await openSettings({ sendsMail: false, user: { emailVerified: false } });
    expect(queryButton('Change email')).toBeNull();
    await saysNot('Not verified');
    expect(button('Change password').disabled).toBe(false);
  });

  test('offers API keys only if the server has them, and new ones only to accounts that can use them', async () => {
    const off = await openSettings({ apiKeys: 'off' });
    expect(queryButton('View API keys')).toBeNull();
    off.unmount();
    const free = await openSettings({ apiKeys: 'premium' });
    await free.press('View API keys');
    await says('API keys are part of Premium.');
    expect(queryButton('Create key')).toBeNull();
    free.unmount();
    const admin = await openSettings({ apiKeys: 'premium', user: { isAdmin: true } });
    await admin.press('View API keys');
    await says('No keys yet.');
    expect(queryButton('Create key')).not.toBeNull();
  });

  test('lets a user without an address add one, and offers no password', async () => {
    await openSettings({ user: { email: '' }, ...withoutPassword });
    expect(button('Add an email').disabled).toBe(false);
    expect(queryButton('Set a password')).toBeNull();
  });
});

describe('changing the email', () => {
  test('changing the email shows local errors, then the server’s error, then the next step', async () => {
    const shown = await openSettings();
    await shown.press('Change email');
    await title('Change email');
    await shown.fill({ 'New email': 'not an address', 'Current password': 'tangerine' });
    await shown.user.keyboard('{Enter}');
    await problem('Please enter a valid email address');
    await shown.fill({ 'New email': 'new@example.com', 'Current password': '' });
    await shown.user.keyboard('{Enter}');
    await problem('Current password is required');
    expect(shown.api.calls).toEqual([]);
    await shown.fill({ 'Current password': 'wrong' });
    shown.api.failures.set('changeEmail', new AppError('wrong-password'));
    await shown.user.keyboard('{Enter}');
    await problem(sentenceOf('wrong-password'));
    await shown.fill({ 'Current password': 'tangerine' });
    const answer = Promise.withResolvers<void>();
    shown.api.gates.set('changeEmail', answer.promise);
    await shown.user.keyboard('{Enter}');
    expect(button('Sending...').disabled).toBe(true);
    await shown.user.keyboard('{Enter}');
    await act(async () => answer.resolve());
    expect(shown.api.calls.slice(1)).toEqual(['changeEmail {"email":"new@example.com","password":"tangerine"}']);
    await says('We sent a link to new@example.com.');
    await shown.press('Done');
    await title('Settings');
    await waitFor(() => expect(document.activeElement).toBe(button('Change email')));
  });
});

describe('changing the password', () => {
  test.each([
    ['', 'clementine', 'clementine', 'Current password is required'],
    ['tangerine', 'clementine', 'mandarine', 'Passwords do not match'],
    ['tangerine', 'short', 'short', 'Password must be at least 6 characters long'],
  ])('refuses the passwords %j, %j and %j without a request: %s', async (current, next, again, sentence) => {
    const shown = await openSettings();
    await shown.press('Change password');
    await shown.fill({ 'Current password': current, 'New password': next, 'Confirm new password': again });
    await shown.user.keyboard('{Enter}');
    await problem(sentence);
    expect(shown.api.calls).toEqual([]);
  });

  test('sends the old and the new password, and shows the result', async () => {
    const shown = await openSettings();
    await shown.press('Change password');
    await says('You’ll be signed out everywhere else. Your API keys will stop working.');
    await shown.fill({
      'Current password': 'tangerine',
      'New password': 'clementine',
      'Confirm new password': 'clementine',
    });
    await shown.user.keyboard('{Enter}');
    await waitFor(() =>
      expect(shown.api.calls).toEqual(['changePassword {"newPassword":"clementine","currentPassword":"tangerine"}']),
    );
    await says('signed out everywhere else');
  });

  test('sets the first password of an account without one', async () => {
    const shown = await openSettings(withoutPassword);
    await shown.press('Set a password');
    await title('Set a password');
    await shown.fill({ 'New password': 'clementine', 'Confirm new password': 'clementine' });
    const words = 'For your security, sign out, sign in again and retry.';
    shown.api.failures.set('changePassword', new AppError('forbidden', { message: words }));
    await shown.user.keyboard('{Enter}');
    await problem(words);
    await shown.user.keyboard('{Enter}');
    await waitFor(() => expect(shown.api.calls.at(-1)).toBe('changePassword {"newPassword":"clementine"}'));
    shown.api.ownAccount.hasPassword = true;
    await shown.press('Done');
    await waitFor(() => expect(button('Change password').disabled).toBe(false));
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
    const shown = await openSettings({ prepare: (api) => (api.ownSessions = [here, phone]) });
    await shown.press('View where you’re signed in');
    await screen.findByRole('button', { name: 'Sign out everywhere else' });
    shown.api.calls = [];
    return shown;
  };

  test('marks the current session, which cannot be ended here', async () => {
    await open();
    await says('This device');
    expect(queryButton('Sign out of Chrome on Linux')).toBeNull();
  });

  test.each([undefined, new AppError('not-found')])(
    'ends another session, also when it has just ended: %s',
    async (error) => {
      const shown = await open();
      if (error) shown.api.failures.set('endSession', error);
      shown.api.ownSessions = [here];
      await shown.press('Sign out of Safari on iOS');
      await says('Signed out of Safari on iOS.');
      expect(shown.api.calls).toEqual(['endSession phone', 'sessions']);
      await waitFor(() => expect(queryButton('Sign out everywhere else')).toBeNull());
    },
  );

  test('ends all other sessions at once, and shows a failure', async () => {
    const shown = await open();
    shown.api.failures.set('endOtherSessions', new TransportError('cut'));
    await shown.press('Sign out everywhere else');
    await problem(UNREACHABLE);
    shown.api.ownSessions = [here];
    await shown.press('Sign out everywhere else');
    await noProblem();
    await says('signed out everywhere else');
  });

  test('loads the sessions again on request after a failure', async () => {
    const shown = await openSettings();
    const busy = new AppError('unavailable');
    shown.api.accountCalls.sessions = vi
      .fn<typeof shown.api.accountCalls.sessions>(async () => [here])
      .mockRejectedValueOnce(busy)
      .mockRejectedValueOnce(busy);
    await shown.press('View where you’re signed in');
    await problem(sentenceOf('unavailable'));
    await shown.press('Try again');
    await says('Chrome on Linux');
    await noProblem();
  });
});

test('turns automatic web search off, and on again', async () => {
  const shown = await openSettings();
  const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
  expect(choice('On').checked).toBe(true);
  await shown.user.click(choice('Off'));
  await vi.waitFor(() => expect(choice('Off').checked).toBe(true));
  expect(shown.api.ownAccount.searchesByItself).toBe(false);
  shown.api.failures.set('setPreferences', new AppError('unavailable'));
  await shown.user.click(choice('On'));
  await problem(sentenceOf('unavailable'));
  expect(choice('Off').checked).toBe(true);
});

describe('exporting', () => {
  const TOMORROW = new Date(2026, 5, 15, 9, 40).toISOString();
  beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 5, 14, 12), toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  test('saves one file and says when the next export is possible', async () => {
    const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:zip');
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const shown = await openSettings();
    const made = Promise.withResolvers<void>();
    shown.api.gates.set('exportAccount', made.promise);
    await shown.press('Export');
    await says('Preparing your download...');
    expect(button('Export').disabled).toBe(true);
    shown.api.ownAccount.nextExportAt = TOMORROW;
    await act(async () => made.resolve());
    expect(create).toHaveBeenCalledOnce();
    expect(click).toHaveBeenCalledOnce();
    await says(/You can export again tomorrow at .+\./);
    expect(button('Export').disabled).toBe(true);
    create.mockRestore();
    click.mockRestore();
  });

  test('reports an export that breaks off, and lets the user start another', async () => {
    const shown = await openSettings();
    shown.api.failures.set('exportAccount', new TransportError('cut'));
    await shown.press('Export');
    await problem(UNREACHABLE);
    expect(button('Export').disabled).toBe(false);
  });

  test('says when the next export is possible after one in another tab', async () => {
    const shown = await openSettings();
    shown.api.failures.set('exportAccount', new AppError('rate-limited', { retryAfter: 60 }));
    shown.api.ownAccount.nextExportAt = TOMORROW;
    await shown.press('Export');
    await noProblem();
    await says('You can export again tomorrow at');
  });
});

describe('deleting the account', () => {
  test('requires the password, lists what is deleted, and ends the session with a notice', async () => {
    const shown = await openSettings({ user: { subscriptionTier: 'premium', subscriptionStatus: 'active' } });
    await shown.press('Delete account');
    for (const words of [
      'all your conversations',
      'all your files and images',
      'ada@example.com',
      'your Premium plan',
    ]) {
      await says(words);
    }
    await shown.press('Delete account');
    await problem('Current password is required');
    await shown.fill({ 'Current password': 'wrong' });
    shown.api.failures.set('deleteAccount', new AppError('wrong-password'));
    await shown.user.keyboard('{Enter}');
    await problem(sentenceOf('wrong-password'));
    expect(shown.session.getState().status).toBe('signed-in');
    await shown.fill({ 'Current password': 'tangerine' });
    await shown.user.keyboard('{Enter}');
    await waitFor(() => expect(shown.session.getState().status).toBe('signed-out'));
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
    const shown = await openSettings(withoutPassword);
    await shown.press('Delete account');
    await shown.fill({ 'Type “delete” to confirm': 'del' });
    await shown.user.keyboard('{Enter}');
    await problem('Please type “delete”');
    expect(shown.api.calls).toEqual([]);
    await shown.fill({ 'Type “delete” to confirm': ' Delete ' });
    await shown.user.keyboard('{Enter}');
    await waitFor(() => expect(shown.api.calls).toEqual(['deleteAccount {}']));
  });

  test('returns to the list on Back, with the focus where it was', async () => {
    const shown = await openSettings();
    await shown.press('Delete account');
    await shown.press('Back');
    await title('Settings');
    await waitFor(() => expect(document.activeElement).toBe(button('Delete account')));
  });
});
