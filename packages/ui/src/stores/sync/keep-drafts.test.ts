// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { createSessionStore } from '../session/session-store.ts';
import { readStoredTexts } from '../storage/stored-json.ts';
import { ADA_WITH_PREMIUM, question } from '../testing/scripted-samples.ts';
import { ScriptedChat } from '../testing/scripted-chat.ts';
import { settled } from '../testing/settled.ts';
import { scriptedClient } from '../testing/scripted-client.ts';
import { keepDrafts } from './keep-drafts.ts';

const KEY = 'drafts:ada';

let end = () => {};
afterEach(() => end());

/** Two tabs with conversation `a`, in which an earlier visit left a draft. The second one keeps its drafts. */
async function openTabs({ left = '' } = {}) {
  const scripted = new ScriptedChat();
  const { api, storage } = scripted;
  api.put('a', question('q', 'Why?'));
  storage.set('token', 'token');
  if (left !== '') storage.set(KEY, JSON.stringify({ a: left }));
  const [first, second] = [await scripted.signedIn(), await scripted.signedIn()];
  for (const tab of [first, second]) await tab.act.openThread('a');
  const session = createSessionStore({ api, storage });
  session.setState({ status: 'signed-in', user: ADA_WITH_PREMIUM });
  end = keepDrafts(scriptedClient({ api, storage, session }), second.store, 'ada');
  /** Tells the second tab what the first one changes in the storage. */
  const inFirst = async (change: () => unknown) => {
    const oldValue = storage.get(KEY);
    void change();
    await settled();
    dispatchEvent(new StorageEvent('storage', { key: KEY, oldValue, newValue: storage.get(KEY) }));
  };
  const sendInFirst = async (text: string) => {
    await inFirst(() => first.act.setDraft('a', text));
    await inFirst(() => first.act.send('a', text));
  };
  /** What a reload shows in the composer. */
  const reloaded = () => readStoredTexts(storage, KEY)['a'];
  return { storage, first, second, inFirst, sendInFirst, reloaded };
}

test('a text survives a reload when another tab sends its own in the same conversation', async () => {
  const { second, sendInFirst, reloaded } = await openTabs();
  second.act.setDraft('a', 'half a thought');
  await sendInFirst('How?');
  expect(reloaded()).toBe('half a thought');
});

test('a tab that sends leaves the text that another tab has typed since', async () => {
  const { first, second, inFirst, reloaded } = await openTabs();
  first.act.setDraft('a', 'How?');
  second.act.setDraft('a', 'half a thought');
  await inFirst(() => first.act.send('a', 'How?'));
  expect(reloaded()).toBe('half a thought');
});

test.each([
  ['was continued there', { left: '' }, 'half', 'half a thought'],
  ['is left over from an earlier visit', { left: 'old' }, null, 'How?'],
])('a sent text does not come back from a tab whose own %s', async (_why, before, typed, sent) => {
  const { second, sendInFirst, reloaded } = await openTabs(before);
  if (typed !== null) second.act.setDraft('a', typed);
  await sendInFirst(sent);
  expect(reloaded()).toBeUndefined();
});

test('a text that another tab has replaced by its own survives a reload', async () => {
  const { first, second, inFirst, reloaded } = await openTabs();
  second.act.setDraft('a', 'half a thought');
  await inFirst(() => first.act.setDraft('a', 'How?'));
  expect(reloaded()).toBe('How?');
  dispatchEvent(new Event('pagehide'));
  expect(reloaded()).toBe('half a thought');
});

test.each([
  ['has continued it', { left: '' }, 'half', 'half a thought'],
  ['has changed what an earlier visit left', { left: 'old' }, null, 'new'],
])('a reload keeps the text of another tab that %s', async (_why, before, typed, there) => {
  const { first, second, inFirst, reloaded } = await openTabs(before);
  if (typed !== null) second.act.setDraft('a', typed);
  await inFirst(() => first.act.setDraft('a', there));
  dispatchEvent(new Event('pagehide'));
  expect(reloaded()).toBe(there);
});

test('a sign-out in another tab removes the drafts for good', async () => {
  const { storage, first, second, inFirst } = await openTabs();
  second.act.setDraft('a', 'half a thought');
  await inFirst(() => first.act.setDraft('b', 'another one'));
  await inFirst(() => {
    storage.remove('token');
    first.act.reset('signed-out');
  });
  expect(storage.get(KEY)).toBeNull();
  // The user signs in again.
  storage.set('token', 'next');
  await inFirst(() => storage.set(KEY, JSON.stringify({ a: 'new' })));
  await inFirst(() => storage.remove(KEY));
  expect(storage.get(KEY)).toBeNull();
});
