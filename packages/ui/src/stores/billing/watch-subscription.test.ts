// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchSubscription } from './watch-subscription.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import type { ScriptedApi } from '../testing/scripted-api.ts';
import { settled } from '../testing/settled.ts';
import { scriptedClient } from '../testing/scripted-client.ts';
import { ScriptedChat } from '../testing/scripted-chat.ts';
import { createSessionStore, type SessionStore } from '../session/session-store.ts';
import { ADA_WITH_PREMIUM } from '../testing/scripted-samples.ts';

const PREMIUM = ADA_WITH_PREMIUM;

let api: ScriptedApi;
let session: SessionStore;
let end: () => void;
beforeEach(() => {
  const scripted = new ScriptedChat();
  ({ api } = scripted);
  const chat = scripted.open().store;
  const storage = memoryStorage();
  const signedIn = createSessionStore({ api, storage });
  signedIn.setState({ status: 'signed-in', token: 'token', user: PREMIUM });
  api.subscription = { ...api.subscription, subscriptionTier: 'premium', subscriptionStatus: 'active' };
  api.calls = [];
  session = signedIn;
  const client = scriptedClient({ api, storage, session });
  end = watchSubscription(client, chat);
});
afterEach(() => end());

test('the subscription is fetched at once and whenever the page becomes visible', async () => {
  await settled();
  expect(api.calls).toEqual(['refreshSubscription']);
  dispatchEvent(new Event('focus'));
  await settled();
  expect(api.calls).toEqual(['refreshSubscription', 'refreshSubscription']);
  end();
  dispatchEvent(new Event('focus'));
  await settled();
  expect(api.calls).toHaveLength(2);
});

test('the end of Premium fetches the usage and the modes from the server', async () => {
  await settled();
  api.subscription = { ...api.subscription, subscriptionTier: 'free', subscriptionStatus: 'canceled' };
  dispatchEvent(new Event('focus'));
  await settled();
  expect(api.calls.slice(-2)).toEqual(['usage', 'capabilities']);
});

test('an event about the account fetches the modes, because another plan may have other ones', async () => {
  await settled();
  session.getState().updateUser({ ...PREMIUM });
  await settled();
  expect(api.calls).toEqual(['refreshSubscription', 'capabilities']);
});
