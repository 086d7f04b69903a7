// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSubscription } from './watch-subscription.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import type { ScriptedApi } from '../testing/scripted-api.ts';
import { settled } from '../testing/settled.ts';
import { scriptedClient } from '../testing/scripted-client.ts';
import { ScriptedChat } from '../testing/scripted-chat.ts';
import { createSessionStore, type SessionStore } from '../session/session-store.ts';
import { ADA, ADA_WITH_PREMIUM } from '../testing/scripted-samples.ts';

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
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  end = watchSubscription(client, chat);
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

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

test('a gift of Premium ends while the page is open, and messages are counted again', async () => {
  api.subscription = { ...api.subscription, subscriptionTier: 'free', subscriptionStatus: null };
  session.getState().updateUser({ ...ADA, premiumUntil: new Date(Date.now() + 90_000).toISOString() });
  await settled();
  const isGifted = () => session.getState().user?.premiumUntil !== undefined;
  vi.advanceTimersByTime(60_000);
  expect(isGifted()).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(isGifted()).toBe(false);
  await settled();
  expect(api.calls.slice(-2)).toEqual(['usage', 'capabilities']);
});
