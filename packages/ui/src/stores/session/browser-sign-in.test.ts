import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError, DESKTOP_SECRET } from '@parley/core';
import { TransportError } from '../../api/transport-error.ts';
import { createBrowserSignIn, WAITS_FOR } from './browser-sign-in.ts';
import { sha256 } from './proof-key.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { DESKTOP_CODE, ScriptedApi } from '../testing/scripted-api.ts';
import { settled } from '../testing/settled.ts';
import { ScriptedBrowser } from '../testing/scripted-browser.ts';
import { createSessionStore } from './session-store.ts';

const NOT_ASKED = expect.stringContaining('isn’t for this window, so nothing changed');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const api = new ScriptedApi();
  const browser = new ScriptedBrowser();
  const session = createSessionStore({ api, storage: memoryStorage() });
  const store = createBrowserSignIn(browser, { api, session });
  browser.onReturn((link) => void store.getState().receive(link));
  const begin = async () => {
    await store.getState().begin();
    const request = browser.requests.at(-1);
    if (!request) throw new Error('No browser was opened');
    return request;
  };
  const returnFromApple = async (state: string, code = DESKTOP_CODE) => {
    browser.returnFromApple({ code, state });
    await settled();
  };
  const verifiers = () =>
    api.calls.map((call) => (JSON.parse(call.replace('desktopExchange ', '')) as { verifier: string }).verifier);
  return { api, browser, session, begin, returnFromApple, verifiers, state: () => store.getState() };
}

test('the app signs in with the secret verifier of the challenge given to the browser', async () => {
  const { begin, returnFromApple, session, verifiers, state } = open();
  const { challenge, state: asked } = await begin();
  expect([challenge, asked]).toEqual([expect.stringMatching(DESKTOP_SECRET), expect.stringMatching(DESKTOP_SECRET)]);
  expect(state().step).toBe('waiting');
  await returnFromApple(asked);
  expect(session.getState().status).toBe('signed-in');
  expect(state()).toMatchObject({ step: 'idle', notice: null });
  const [verifier = ''] = verifiers();
  expect(verifier).not.toBe(challenge);
  expect(await sha256(verifier)).toBe(challenge);
});

test('the challenge matches the RFC’s example', async () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  expect(await sha256(verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
});

test('T37: an unrequested link has no effect and shows a notice until dismissed', async () => {
  const { api, returnFromApple, session, state } = open();
  await returnFromApple('s'.repeat(43));
  expect(api.calls).toEqual([]);
  expect(session.getState().status).not.toBe('signed-in');
  expect(state()).toMatchObject({ step: 'idle', notice: NOT_ASKED });
  state().clearNotice();
  expect(state().notice).toBeNull();
});

test('T37: a foreign link does not block the app’s own link, which works once', async () => {
  const { api, begin, returnFromApple, session, state } = open();
  const { state: asked } = await begin();
  await returnFromApple('x'.repeat(43));
  expect(state()).toMatchObject({ step: 'waiting', notice: NOT_ASKED });
  await returnFromApple(asked);
  expect(session.getState().status).toBe('signed-in');
  await session.getState().signOut();
  await returnFromApple(asked);
  expect(api.calls.filter((call) => call.startsWith('desktopExchange'))).toHaveLength(1);
  expect(session.getState().status).toBe('signed-out');
});

test('T37: a link received twice at once is exchanged once', async () => {
  const { api, begin, returnFromApple } = open();
  const { state: asked } = await begin();
  const gate = Promise.withResolvers<void>();
  api.gates.set('desktopExchange', gate.promise);
  await returnFromApple(asked);
  await returnFromApple(asked);
  gate.resolve();
  await settled();
  expect(api.calls).toHaveLength(1);
});

test('T37: a link received late or after Cancel has no effect', async () => {
  const { api, begin, returnFromApple, state } = open();
  const late = await begin();
  vi.advanceTimersByTime(WAITS_FOR);
  expect(state().step).toBe('idle');
  await returnFromApple(late.state);
  const cancelled = await begin();
  expect(cancelled.state).not.toBe(late.state);
  state().cancel();
  await returnFromApple(cancelled.state);
  expect(api.calls).toEqual([]);
});

test('a link does not replace a user who signed in by other means meanwhile', async () => {
  const { api, begin, returnFromApple, session, state } = open();
  const { state: asked } = await begin();
  await session.getState().signIn({ email: 'ada@example.com', password: 'tangerine' });
  await returnFromApple(asked);
  expect(api.calls).toEqual(['login']);
  expect(state().notice).toContain('You’re already signed in');
});

test.each([
  [new AppError('invalid-link', { message: 'Start again.' }), 'Start again.'],
  [new TransportError('cut'), 'Can’t reach the server. Check your connection and try again.'],
])('a rejection by the server is shown, and the request can be reopened: %#', async (error, sentence) => {
  const { api, begin, returnFromApple, session, state } = open();
  api.failures.set('desktopExchange', error);
  const first = await begin();
  await returnFromApple(first.state);
  expect(state()).toMatchObject({ step: 'waiting', notice: sentence });
  expect(session.getState()).toMatchObject({ problem: null });
  expect(await begin()).toEqual(first);
  await returnFromApple(first.state);
  expect(session.getState().status).toBe('signed-in');
});

test('a missing browser is reported', async () => {
  const { browser, state } = open();
  browser.isMissing = true;
  await state().begin();
  expect(state()).toMatchObject({ step: 'idle', notice: 'We couldn’t open your browser.' });
});
