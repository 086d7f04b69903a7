import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError, type User } from '@parley/core';
import type { ApiClient } from '../../api/create-api-client.ts';
import { IncompatibleError } from '../../api/incompatible-error.ts';
import { readError } from '../../api/read-error.ts';
import { TransportError } from '../../api/transport-error.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { createSessionStore } from './session-store.ts';
import { ADA } from '../testing/scripted-samples.ts';

const user = ADA;
const credentials = { email: 'ada@example.com', password: 'secret' };

let storage: ReturnType<typeof memoryStorage>;
beforeEach(() => {
  storage = memoryStorage(new Map([['token', 'old']]));
});

function open() {
  const api = {
    me: vi.fn<ApiClient['me']>(),
    login: vi.fn<ApiClient['login']>(),
    register: vi.fn<ApiClient['register']>(),
    logout: vi.fn<ApiClient['logout']>(),
  };
  const onEnd = vi.fn<(why: 'signed-out' | 'expired') => void>();
  const store = createSessionStore({ api, storage, onEnd });
  return { api, onEnd, store, act: store.getState(), state: () => store.getState() };
}

test('a start without a token makes no request', async () => {
  storage.remove('token');
  const { api, act, state } = open();
  await act.start();
  expect(state().status).toBe('signed-out');
  expect(api.me).not.toHaveBeenCalled();
});

test('a valid token signs in', async () => {
  const { api, act, state } = open();
  api.me.mockResolvedValue({ success: true, user });
  await act.start();
  expect(state()).toMatchObject({ status: 'signed-in', user, token: 'old' });
});

test('a rejected token is removed', async () => {
  const { api, act, state, onEnd } = open();
  api.me.mockRejectedValue(new AppError('unauthorized'));
  await act.start();
  expect(state()).toMatchObject({ status: 'signed-out', user: null, token: null });
  expect(storage.get('token')).toBeNull();
  expect(onEnd).toHaveBeenCalledWith('expired');
});

test('the end of a session keeps a newer session of another tab', async () => {
  const { api, act, state } = open();
  api.me.mockResolvedValue({ success: true, user });
  await act.start();
  const other = open();
  other.api.login.mockResolvedValue({ success: true, token: 'other', user: { ...user, _id: 'bob' } });
  await other.act.signIn(credentials);
  const kept = new Map(storage.items);
  act.expire();
  expect(state()).toMatchObject({ status: 'signed-out', token: null });
  expect(storage.items).toEqual(kept);
});

test.each([new TransportError('offline'), new AppError('unavailable')])(
  'a failed check keeps the token and can be retried (%s)',
  async (error) => {
    const { api, act, state } = open();
    api.me.mockRejectedValueOnce(error).mockResolvedValue({ success: true, user });
    await act.start();
    expect(state()).toMatchObject({ status: 'unreachable', token: 'old' });
    expect(storage.get('token')).toBe('old');
    await act.start();
    expect(state().status).toBe('signed-in');
  },
);

test('signing in stores the token', async () => {
  const { api, act, state } = open();
  api.login.mockResolvedValue({ success: true, token: 'new', user });
  expect(await act.signIn(credentials)).toBe(true);
  expect(state()).toMatchObject({ status: 'signed-in', user, token: 'new', problem: null });
  expect(storage.get('token')).toBe('new');
});

test.each([
  ['signIn', 'login', new AppError('wrong-credentials'), 'Invalid email or password'],
  ['signIn', 'login', new Error('odd'), 'Login failed'],
  ['signIn', 'login', readError(401, '{}', null), 'Login failed'],
  ['signIn', 'login', readError(401, '<html>', null), 'Login failed'],
  ['register', 'register', new AppError('email-taken', { message: 'Taken.' }), 'Taken.'],
  ['register', 'register', new Error('odd'), 'Registration failed'],
  ['register', 'register', readError(400, '{"success":false}', null), 'Registration failed'],
] as const)('a failed %s shows the reason: %#', async (action, call, error, sentence) => {
  storage.remove('token');
  const { api, act, state } = open();
  await act.start();
  api[call].mockRejectedValue(error);
  expect(await act[action](credentials)).toBe(false);
  expect(state()).toMatchObject({ status: 'signed-out', problem: sentence });
});

test('a sign-in by another call stores the token', async () => {
  const { act, state } = open();
  expect(await act.enterWith(Promise.resolve({ success: true, token: 'new', user }))).toBe(true);
  expect(state()).toMatchObject({ status: 'signed-in', token: 'new' });
  expect(storage.get('token')).toBe('new');
});

test.each([
  [new AppError('email-taken', { message: 'Taken.' }), undefined, 'Taken.'],
  [new Error('odd'), undefined, 'Login failed'],
  [new Error('odd'), () => 'Not today.', 'Not today.'],
])('a failed sign-in by another call shows the reason: %#', async (error, explain, sentence) => {
  const { act, state } = open();
  expect(await act.enterWith(Promise.reject(error), explain)).toBe(false);
  expect(state().problem).toBe(sentence);
});

test('a start whose response does not fit keeps the session', async () => {
  const { api, act, state, onEnd } = open();
  api.me.mockRejectedValue(new IncompatibleError());
  await act.start();
  expect(state()).toMatchObject({
    status: 'unreachable',
    token: 'old',
    problem: 'This version of the app doesn’t work with its server.',
  });
  expect(onEnd).not.toHaveBeenCalled();
});

test('signing out ends the session here even if the server is unreachable', async () => {
  const { api, act, state, onEnd } = open();
  api.logout.mockRejectedValue(new TransportError('offline'));
  await act.signOut();
  expect(state()).toMatchObject({ status: 'signed-out', user: null, token: null, problem: null });
  expect(storage.get('token')).toBeNull();
  expect(onEnd).toHaveBeenCalledWith('signed-out');
});

test('an answer for an earlier token does not sign in', async () => {
  const { api, act, state } = open();
  const asked = Promise.withResolvers<{ success: true; user: User }>();
  api.me.mockReturnValue(asked.promise);
  api.logout.mockResolvedValue(undefined);
  const started = act.start();
  await act.signOut();
  asked.resolve({ success: true, user });
  await started;
  expect(state().status).toBe('signed-out');
});

test('signing in deletes the cached conversations, starting does not', async () => {
  storage.set('conversations', 'kept');
  const { api, act } = open();
  api.me.mockResolvedValue({ success: true, user });
  await act.start();
  expect(storage.get('conversations')).toBe('kept');
  api.login.mockResolvedValue({ success: true, token: 'new', user });
  await act.signIn(credentials);
  expect(storage.get('conversations')).toBeNull();
});

test('the notice about an unreachable server stays during a retry', async () => {
  const { api, act, state } = open();
  api.me.mockRejectedValueOnce(new TransportError('offline'));
  await act.start();
  const asked = Promise.withResolvers<{ success: true; user: User }>();
  api.me.mockReturnValue(asked.promise);
  const started = act.start();
  expect(state().status).toBe('unreachable');
  asked.resolve({ success: true, user });
  await started;
  expect(state()).toMatchObject({ status: 'signed-in', problem: null });
});

test('updates of the signed-in user are applied, updates of other users are not', async () => {
  const { api, act, state } = open();
  api.me.mockResolvedValue({ success: true, user });
  await act.start();
  act.updateUser({ ...user, email: 'countess@example.com' });
  expect(state().user?.email).toBe('countess@example.com');
  act.updateUser({ ...user, _id: 'grace', email: 'grace@example.com' });
  expect(state().user?.email).toBe('countess@example.com');
});

test('deleting the account signs out with a notice until the next sign-in', async () => {
  const { api, act, state, onEnd } = open();
  act.endAfterAccountDeletion('AccountDeletedNotice.');
  expect(state()).toMatchObject({
    status: 'signed-out',
    user: null,
    token: null,
    problem: null,
    accountDeletedNotice: 'AccountDeletedNotice.',
  });
  expect(api.logout).not.toHaveBeenCalled();
  expect(storage.get('token')).toBeNull();
  expect(onEnd).toHaveBeenCalledWith('signed-out');
  api.login.mockResolvedValue({ success: true, token: 'new', user });
  await act.signIn(credentials);
  expect(state().accountDeletedNotice).toBeNull();
});

describe('a start while the server is unreachable', () => {
  async function visited() {
    const { api, act } = open();
    api.me.mockResolvedValue({ success: true, user });
    await act.start();
  }

  test('a returning user is signed in from the cache until the server answers', async () => {
    await visited();
    const { api, act, state } = open();
    api.me.mockRejectedValueOnce(new TransportError('offline'));
    await act.start();
    expect(state()).toMatchObject({ status: 'signed-in', user, isFromCache: true });
    const named = { ...user, emailVerified: false };
    api.me.mockResolvedValue({ success: true, user: named });
    await act.start();
    expect(state()).toMatchObject({ status: 'signed-in', user: named, isFromCache: false });
  });

  test('the cached user is used after some seconds, and a late answer still applies', async () => {
    vi.useFakeTimers();
    await visited();
    const { api, act, state } = open();
    const late = Promise.withResolvers<Awaited<ReturnType<ApiClient['me']>>>();
    api.me.mockReturnValue(late.promise);
    const started = act.start();
    await vi.advanceTimersByTimeAsync(4000);
    expect(state()).toMatchObject({ status: 'signed-in', isFromCache: true });
    late.reject(new AppError('unauthorized'));
    await started;
    expect(state()).toMatchObject({ status: 'signed-out', problem: new AppError('unauthorized').message });
    expect(storage.items.size).toBe(0);
    vi.useRealTimers();
  });

  test('the cache is not used for another token or an ended session', async () => {
    await visited();
    storage.set('token', 'other');
    const { api, act, state } = open();
    api.me.mockRejectedValue(new TransportError('offline'));
    await act.start();
    expect(state()).toMatchObject({ status: 'unreachable', user: null });
    api.logout.mockResolvedValue(undefined);
    await act.signOut();
    expect(storage.items.size).toBe(0);
  });
});

test('a registration is known to be a new account, and a sign-in is not', async () => {
  const { api, act, state } = open();
  api.register.mockResolvedValue({ success: true, token: 'new', user });
  await act.register(credentials);
  expect(state().isNewAccount).toBe(true);
  api.login.mockResolvedValue({ success: true, token: 'newer', user });
  await act.signIn(credentials);
  expect(state().isNewAccount).toBe(false);
});
