// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError, type DeepLink } from '@parley/core';
import { browserSignInOf } from '../../../stores/session/browser-sign-in.ts';
import { DESKTOP_CODE } from '../../../stores/testing/scripted-api.ts';
import { ScriptedBrowser } from '../../../stores/testing/scripted-browser.ts';
import { AuthDialog } from '../sign-in/auth-dialog.tsx';
import { mountSession, type MountedSession } from '../testing/mounted-session.tsx';

const onClose = vi.fn<() => void>();

let browser: ScriptedBrowser;
let page: MountedSession;
beforeEach(async () => {
  browser = new ScriptedBrowser();
  page = await mountSession(<AuthDialog mode="login" onModeChange={() => {}} onClose={onClose} />, {
    browserSignIn: browser,
    settings: { appleClientId: 'com.example', appleScriptUrl: 'https://apple.example/appleid.auth.js' },
  });
  browser.onReturn((link) => void receive(link));
});
afterEach(async () => {
  await page.unmount();
  onClose.mockReset();
});

const receive = (link: DeepLink) => browserSignInOf(page.client, browser).getState().receive(link);
const problem = () => page.text('[role=alert]');
const sent = () => browser.requests.at(-1)?.state ?? '';

/** Presses the button that opens the browser; hashing takes more than one tick. */
async function press(name: string): Promise<void> {
  const before = browser.requests.length;
  await page.press(name);
  while (browser.requests.length === before) await act(() => new Promise((resolve) => setTimeout(resolve)));
}
const comeBack = (state: string) => act(async () => browser.comeBack({ code: DESKTOP_CODE, state }));

test.each(['Apple', 'Continue in your browser'])('signs in through the browser with %s', async (name) => {
  await press(name);
  expect(document.querySelector('script')).toBeNull();
  expect(page.text('[role=status]')).toBe('Waiting for your browser...');
  expect(document.querySelector('input')).toBeNull();
  await comeBack(sent());
  expect(page.session.getState().status).toBe('signed-in');
  expect(onClose).toHaveBeenCalled();
});

test('shows the form again after Cancel', async () => {
  await press('Continue in your browser');
  await page.press('Cancel');
  expect(page.field('Email')).toBeDefined();
  await comeBack(sent());
  expect(problem()).toContain('isn’t for this window, so nothing changed');
  expect(page.api.calls).toEqual([]);
});

test('opens the browser again with the same request, and shows what went wrong', async () => {
  page.api.failures.set('desktopExchange', new AppError('invalid-link'));
  await press('Continue in your browser');
  await comeBack(sent());
  expect(problem()).toBe('This link has expired. Request a new one.');
  await press('Open the browser again');
  expect(problem()).toBeNull();
  expect(browser.requests[1]).toEqual(browser.requests[0]);
});

test('signs in with the form as in a browser', async () => {
  page.fill({ Email: 'ada@example.com', Password: 'tangerine' });
  await page.submit();
  expect(page.api.calls).toEqual(['login']);
  expect(onClose).toHaveBeenCalled();
});
