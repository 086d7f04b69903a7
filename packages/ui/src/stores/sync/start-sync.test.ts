// @vitest-environment happy-dom
import type { User } from '@parley/core';
import { afterEach, expect, test } from 'vitest';
import { startSync } from './start-sync.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { settled } from '../testing/settled.ts';
import { scriptedClient } from '../testing/scripted-client.ts';
import { ScriptedChat } from '../testing/scripted-chat.ts';
import { createSessionStore } from '../session/session-store.ts';
import { ADA_WITH_PREMIUM } from '../testing/scripted-samples.ts';

const PREMIUM = ADA_WITH_PREMIUM;

let end = () => {};
afterEach(() => end());

async function inStep({ isNewAccount = false } = {}) {
  const scripted = new ScriptedChat();
  const { api } = scripted;
  const chat = await scripted.signedIn();
  const storage = memoryStorage();
  const session = createSessionStore({ api, storage });
  session.setState({ status: 'signed-in', token: 'token', user: PREMIUM, isNewAccount });
  const client = scriptedClient({ api, storage, session });
  end = startSync(client, chat.store, 'ada');
  api.calls = [];
  return { api, chat, session, preferences: client.preferences };
}

test('applies a change of the subscription as soon as its event arrives', async () => {
  const { api, session } = await inStep();
  const canceled: User = { ...PREMIUM, subscriptionTier: 'free', subscriptionStatus: 'canceled' };
  api.listeners[0]?.onEvent({ type: 'user', user: canceled });
  expect(session.getState().user?.subscriptionStatus).toBe('canceled');
  api.listeners[0]?.onEvent({ type: 'user', user: { ...PREMIUM, _id: 'bob' } });
  expect(session.getState().user).toMatchObject({ _id: 'ada', subscriptionStatus: 'canceled' });
});

test('refetches what is shown once, when the connection opens', async () => {
  const { api } = await inStep();
  api.listeners[0]?.onEvent({ type: 'user', user: PREMIUM });
  await settled();
  expect(api.calls).toEqual(['history', 'history', 'usage', 'active']);
});

test('refetches nothing for a new account until the connection opens again', async () => {
  const { api, session } = await inStep({ isNewAccount: true });
  const verified: User = { ...PREMIUM, emailVerified: true };
  api.listeners[0]?.onEvent({ type: 'user', user: verified });
  await settled();
  expect(api.calls).toEqual([]);
  expect(session.getState().user?.emailVerified).toBe(true);
  api.listeners[0]?.onEvent({ type: 'user', user: verified });
  await settled();
  expect(api.calls).toEqual(['history', 'history', 'usage', 'active']);
});

test('shows the theme that another tab chooses, until the session ends', async () => {
  const { preferences } = await inStep();
  const choose = (newValue: string | null) => dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue }));
  choose('dark');
  expect(preferences.getState()).toMatchObject({ theme: 'dark', themeChoice: 'dark' });
  choose(null);
  expect(preferences.getState()).toMatchObject({ theme: 'light', themeChoice: 'system' });
  end();
  choose('dark');
  expect(preferences.getState().theme).toBe('light');
});
