import { expect, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { createApiClient, type ApiClient } from './create-api-client.ts';
import { IncompatibleError } from './incompatible-error.ts';
import { TransportError } from './transport-error.ts';

const user = { _id: 'ada', email: 'a@b.c', subscriptionTier: 'free', isAdmin: false, emailVerified: true };
const conversation = { id: 'c', title: 'Tides', updatedAt: '2026-01-01T00:00:00.000Z' };
const message = { id: 'm', text: 'Hi', isUser: true, timestamp: '2026-01-01T00:00:00.000Z', status: 'complete' };
const signal = new AbortController().signal;

/** A client whose server always sends this body with status 200. */
function clientOf(body: unknown) {
  const onIncompatible = vi.fn<() => void>();
  const fetch = async () => new Response(typeof body === 'string' ? body : JSON.stringify(body));
  return { api: createApiClient({ apiUrl: '', token: () => 'token', fetch, onIncompatible }), onIncompatible };
}

const CALLS: Record<string, (api: ApiClient) => Promise<unknown>> = {
  me: (api) => api.me(),
  login: (api) => api.login({ email: 'a@b.c', password: 'tangerine' }),
  appleStart: (api) => api.appleStart(),
  verifyEmail: (api) => api.verifyEmail({ token: 't' }),
  account: async (api) => (await api.account()).read(),
  sessions: async (api) => (await api.account()).sessions(),
  history: (api) => api.history({ limit: 50 }),
  conversation: (api) => api.conversation('c', { limit: 50 }),
  changeConversation: (api) => api.changeConversation('c', { pinned: true }),
  search: (api) => api.search('tide', signal),
  infoPage: (api) => api.infoPage('help'),
  status: (api) => api.status(),
  usage: (api) => api.usage(),
  checkout: (api) => api.checkout({ priceId: 'p' }),
  refreshSubscription: (api) => api.refreshSubscription(),
  onboarding: (api) => api.onboarding(),
  activeReplies: (api) => api.activeReplies(),
  stop: (api) => api.stop('g'),
};

test.each(Object.entries(CALLS))('%s reports a response without its content as incompatible', async (_name, call) => {
  for (const body of [{ success: true }, { success: true, data: { of: 'a later version' } }, []]) {
    const { api, onIncompatible } = clientOf(body);
    await expect(call(api), JSON.stringify(body)).rejects.toBeInstanceOf(IncompatibleError);
    expect(onIncompatible).toHaveBeenCalledOnce();
  }
});

test.each(Object.entries(CALLS))('%s treats a proxy’s page as a lost connection', async (_name, call) => {
  const { api, onIncompatible } = clientOf('<!doctype html><title>Sign in to the Wi-Fi</title>');
  await expect(call(api)).rejects.toBeInstanceOf(TransportError);
  expect(onIncompatible).not.toHaveBeenCalled();
});

test('a history of a newer server keeps the conversations that can be shown, and unknown fields', async () => {
  const conversations = [
    { ...conversation, color: 'blue', messages: [{ ...message, status: 'paused' }] },
    { ...conversation, id: 'without-messages' },
    { id: 'of another kind' },
  ];
  const { api, onIncompatible } = clientOf({ success: true, conversations, nextBefore: 'x', cursor: 'y' });
  expect(await api.history({ limit: 50 })).toEqual({
    success: true,
    conversations: [
      { ...conversation, color: 'blue', messages: [{ ...message, status: 'complete' }] },
      { ...conversation, id: 'without-messages', messages: [] },
    ],
    nextBefore: 'x',
    cursor: 'y',
  });
  expect(onIncompatible).not.toHaveBeenCalled();
});

test('a history without any valid conversation is incompatible', async () => {
  const { api } = clientOf({ success: true, conversations: [{ key: 1 }, { key: 2 }], nextBefore: null });
  await expect(api.history({ limit: 50 })).rejects.toThrow('doesn’t work with its server');
});

test('a history of an older server without pages has only one', async () => {
  const { api } = clientOf({ success: true, conversations: [] });
  expect((await api.history({ limit: 50 })).nextBefore).toBeNull();
});

test('a capability that an older server does not name is absent', async () => {
  const { api } = clientOf({ success: true, normal: { ok: true }, thinking: { ok: false, reason: 'No.' } });
  expect(await api.capabilities()).toMatchObject({
    normal: { ok: true },
    thinking: { ok: false, reason: 'No.' },
    attachPdf: { ok: false },
  });
});

test('a health that a newer server measures is shown as not measured', async () => {
  const parts = [{ id: 'web', label: 'Web App', status: 'sluggish', lastHour: ['operational', 'sluggish'] }];
  const { api } = clientOf({ success: true, parts });
  expect(await api.status()).toEqual([
    { id: 'web', label: 'Web App', status: null, lastHour: ['operational', 'none'] },
  ]);
});

test('a prompt in a mode of a newer server is left out', async () => {
  const prompts = [
    { mode: 'normal', text: 'Plan my week' },
    { mode: 'video', text: 'Film a tide' },
  ];
  const { api } = clientOf({ success: true, answers: { goals: [], quiz: {} }, step: 'goals', prompts });
  expect((await api.onboarding()).prompts).toEqual([prompts[0]]);
});

test('an error of a newer server keeps its sentence, under a known code', async () => {
  const body = JSON.stringify({ success: false, code: 'quota-of-2027', message: 'Too many tides.' });
  const api = createApiClient({
    apiUrl: '',
    token: () => null,
    fetch: async () => new Response(body, { status: 400 }),
  });
  const error: unknown = await api.usage().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: 'internal', message: 'Too many tides.' });
});

test('a response without a user is compatible', async () => {
  expect(await clientOf({ success: false, user: null }).api.me()).toEqual({ success: false, user: null });
  expect((await clientOf({ success: true, user }).api.me()).user).toEqual(user);
});
