import { AppError, type SuggestedPrompt, type User } from '@parley/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChatStore } from '../chat/chat-store.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import type { ScriptedApi } from '../testing/scripted-api.ts';
import { ADA, question, reply, USAGE } from '../testing/scripted-samples.ts';
import { settled } from '../testing/settled.ts';
import { ScriptedChat } from '../testing/scripted-chat.ts';
import { scriptedClient } from '../testing/scripted-client.ts';
import { createSessionStore } from '../session/session-store.ts';
import { onboardingKey, readPrompts } from './suggested-prompts.ts';
import { keepOnboarding, noteClosed, watchOnboarding, type OnboardingOffer } from './watch-onboarding.ts';

const PREMIUM: User = { ...ADA, subscriptionTier: 'premium', subscriptionStatus: 'active' };
const PROMPT: SuggestedPrompt = { mode: 'normal', text: 'Plan my day' };
const AT_LIMIT = { ...USAGE, messagesUsed: 10, isLimitReached: true };
const KEY = onboardingKey('ada');

let api: ScriptedApi;
let chat: ChatStore;
let storage: ReturnType<typeof memoryStorage>;
let calls: OnboardingOffer[];
let ends: (() => void)[];
let waitVisibly: (ms: number) => Promise<void>;
const onSettled = vi.fn<(isOffered: boolean) => void>();
beforeEach(() => {
  const scripted = new ScriptedChat();
  ({ api } = scripted);
  chat = scripted.open().store;
  storage = memoryStorage();
  calls = [];
  ends = [];
  waitVisibly = () => Promise.resolve();
  onSettled.mockReset();
});
afterEach(() => ends.forEach((end) => end()));

/** Opens the chat as this user. */
async function visit({ user = ADA, hasPaid = false, takesPayments = true, isCovered = (): boolean => false } = {}) {
  const session = createSessionStore({ api, storage });
  session.setState({ status: 'signed-in', token: 'token', user });
  const client = scriptedClient({ api, storage, session, settings: { takesPayments } });
  const onOffer = (call: OnboardingOffer) => void calls.push(call);
  ends.push(watchOnboarding({ client, chat, user, hasPaid, onOffer, onSettled, waitVisibly, isCovered }));
  await settled();
  return { client, session };
}

const storedProgress = () => JSON.parse(storage.get(KEY) ?? '{}') as Record<string, unknown>;

test('the onboarding is shown to a new user at their saved step', async () => {
  api.onboardingState = { ...api.onboardingState, step: 'quiz', prompts: [PROMPT] };
  await visit();
  expect(calls).toEqual([{ reason: 'first-visit', known: api.onboardingState }]);
  expect(chat.getState().prompts).toEqual([PROMPT]);
});

test('the onboarding waits until another dialog is closed, such as the question about the terms', async () => {
  let close = () => {};
  const closed = new Promise<void>((resolve) => (close = resolve));
  let isOpen = true;
  waitVisibly = () => closed;
  await visit({ isCovered: () => isOpen });
  expect(calls).toEqual([]);
  isOpen = false;
  close();
  await settled();
  expect(calls).toMatchObject([{ reason: 'first-visit' }]);
});

test('the onboarding is not shown if it was closed on another device, which is remembered', async () => {
  api.onboardingState = { ...api.onboardingState, hasSeen: true, prompts: [PROMPT] };
  await visit();
  await visit();
  expect(calls).toEqual([]);
  expect(api.calls).toEqual(['onboarding']);
  expect(readPrompts(storage, 'ada')).toEqual([PROMPT]);
});

test.each([
  ['an admin', { ...ADA, isAdmin: true }],
  ['Premium', PREMIUM],
])('the onboarding is neither shown nor fetched for %s', async (_, user) => {
  await visit({ user });
  chat.setState({ usage: USAGE });
  chat.setState({ usage: AT_LIMIT });
  await settled();
  expect(calls).toEqual([]);
  expect(api.calls).toEqual([]);
});

test('a failed fetch of the progress is retried at the next visit', async () => {
  api.failures.set('onboarding', new AppError('unavailable'));
  await visit();
  expect(calls).toEqual([]);
  await visit();
  expect(calls).toHaveLength(1);
});

test('the onboarding is never shown after a payment', async () => {
  await visit({ hasPaid: true });
  expect(calls).toEqual([]);
  expect(api.calls).toEqual(['saveOnboarding {"hasSeen":true}']);
  await visit();
  expect(calls).toEqual([]);
});

test('closing applies on this device at once, and a failed save is retried at the next visit', async () => {
  const { client } = await visit();
  noteClosed(client, 'ada');
  expect(storedProgress()).toMatchObject({ hasSeen: true, isSavedOnServer: false });
  api.calls = [];
  await visit();
  expect(calls).toHaveLength(1);
  expect(api.calls).toEqual(['saveOnboarding {"hasSeen":true}']);
  expect(storedProgress()).toEqual({ hasSeen: true, prompts: [] });
});

/** Opens the chat as a user who has closed the onboarding, one message before the limit. */
async function beforeTheLimit() {
  api.onboardingState = { ...api.onboardingState, hasSeen: true };
  await chat.getState().start('ada');
  chat.setState({ usage: { ...USAGE, messagesUsed: 9 } });
}

/** Sends a message from this page, which the server accepts. */
async function send() {
  const { newConversation, send: sendIn } = chat.getState();
  await Promise.race([sendIn(newConversation(), 'Why?'), settled()]);
  await api.stream.accept();
}

test('the reply to the last free message opens the onboarding once', async () => {
  await beforeTheLimit();
  await visit();
  await send();
  // The event arrives in all tabs before the reply ends.
  chat.setState({ usage: AT_LIMIT });
  await settled();
  expect(calls).toEqual([]);
  await api.stream.finish(reply('r1', { text: 'So.' }), AT_LIMIT);
  expect(calls).toEqual([{ reason: 'limit', known: api.onboardingState }]);
  chat.setState({ modes: { c: 'image' }, usage: { ...AT_LIMIT } });
  await visit();
  expect(calls).toHaveLength(1);
});

test('the limit’s dialog waits until the last answer could be read', async () => {
  await beforeTheLimit();
  const read = Promise.withResolvers<void>();
  const waited: number[] = [];
  waitVisibly = (ms) => {
    waited.push(ms);
    return read.promise;
  };
  await visit();
  await send();
  await api.stream.finish(reply('r1', { text: 'x'.repeat(400) }), AT_LIMIT);
  await settled();
  expect([calls, waited]).toEqual([[], [9000]]);
  read.resolve();
  await settled();
  expect(calls.map(({ reason }) => reason)).toEqual(['limit']);
});

test.each([
  ['has begun to write', () => chat.setState({ drafts: { c: 'Dear' } })],
  ['has sent a message', () => void api.put('c', question('q', 'Why?'))],
])('the onboarding does not open over a user who %s', async (_, begin) => {
  begin();
  if (chat.getState().drafts.c === undefined) await chat.getState().openThread('c');
  await visit();
  expect(calls).toEqual([]);
  expect(onSettled).toHaveBeenCalledExactlyOnceWith(false);
});

test.each([
  [false, true],
  [true, false],
])('an onboarding that was seen (%s) settles as offered: %s', async (hasSeen, isOffered) => {
  api.onboardingState = { ...api.onboardingState, hasSeen };
  await visit();
  expect(onSettled).toHaveBeenCalledExactlyOnceWith(isOffered);
});

test('a last reply that ended before watching began opens the onboarding once', async () => {
  await beforeTheLimit();
  await send();
  await api.stream.finish(reply('r1', { text: 'So.' }), AT_LIMIT);
  await visit();
  await visit();
  expect(calls.map(({ reason }) => reason)).toEqual(['limit']);
});

test('the last free message of another device does not open the onboarding here, even after messages from here', async () => {
  await beforeTheLimit();
  await visit();
  await send();
  await api.stream.finish(reply('r1', { text: 'So.' }), { ...USAGE, messagesUsed: 9 });
  chat.setState({ usage: { ...USAGE, messagesUsed: 10 } });
  chat.setState({ usage: AT_LIMIT });
  await settled();
  expect(calls).toEqual([]);
});

test('another device’s last reply does not open the onboarding when it is read here', async () => {
  await beforeTheLimit();
  api.put('a', question('q0', 'Why?'), reply('r0', { status: 'streaming', generationId: 'run', seq: 0 }));
  await visit();
  await chat.getState().openThread('a');
  await api.stream.finish(reply('r0', { text: 'So.' }), AT_LIMIT);
  expect(chat.getState().threads.a?.reply).toBeNull();
  expect(calls).toEqual([]);
});

test('an unanswered last message does not open the onboarding', async () => {
  await beforeTheLimit();
  await visit();
  await send();
  chat.setState({ usage: AT_LIMIT });
  await api.stream.send({ type: 'error', error: 'No.', code: 'model-empty' });
  expect(calls).toEqual([]);
});

test('a page opened at the limit does not open the onboarding', async () => {
  api.onboardingState = { ...api.onboardingState, hasSeen: true };
  await visit();
  chat.setState({ usage: AT_LIMIT });
  await settled();
  expect(calls).toEqual([]);
});

test('each rejected message opens the onboarding once, even when the chat is shown again', async () => {
  api.onboardingState = { ...api.onboardingState, hasSeen: true };
  chat.setState({ notice: { kind: 'limit', conversationId: 'c', text: 'Limit.' } });
  await visit();
  await visit();
  expect(calls.map(({ reason }) => reason)).toEqual(['limit']);
  chat.setState({ notice: { kind: 'send-failed', conversationId: 'c', text: 'No.' } });
  await settled();
  expect(calls).toHaveLength(1);
});

test('at the limit the onboarding opens without the saved progress', async () => {
  api.onboardingState = { ...api.onboardingState, hasSeen: true };
  await visit();
  api.failures.set('onboarding', new AppError('internal'));
  chat.setState({ notice: { kind: 'limit', conversationId: 'c', text: 'Limit.' } });
  await settled();
  expect(calls).toEqual([{ reason: 'limit', known: null }]);
});

test('the limit does not open the onboarding if nothing is sold', async () => {
  api.onboardingState = { ...api.onboardingState, hasSeen: true };
  await visit({ takesPayments: false });
  chat.setState({ notice: { kind: 'limit', conversationId: 'c', text: 'Limit.' } });
  await settled();
  expect(calls).toEqual([]);
});

test('a late answer is not applied to the next user', async () => {
  const { client, session } = await visit();
  session.setState({ user: { ...ADA, _id: 'bob' } });
  storage.remove(KEY);
  keepOnboarding(client, chat, 'ada', { hasSeen: true, prompts: [PROMPT] });
  expect(storage.get(KEY)).toBeNull();
  expect(chat.getState().prompts).toEqual([]);
});
