// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError, type DeepLink } from '@parley/core';
import { browserSignInOf } from '../../../stores/session/browser-sign-in.ts';
import { DESKTOP_CODE } from '../../../stores/testing/scripted-api.ts';
import { ScriptedBrowser } from '../../../stores/testing/scripted-browser.ts';
import { AuthDialog } from '../sign-in/auth-dialog.tsx';
import { renderWithClient, type Rendered } from '../../../testing/render-with-client.tsx';

const onClose = vi.fn<() => void>();

let browser: ScriptedBrowser;
let page: Rendered;
beforeEach(async () => {
  browser = new ScriptedBrowser();
  page = await renderWithClient(<AuthDialog mode="login" onModeChange={() => {}} onClose={onClose} />, {
    browserSignIn: browser,
    settings: {
      appleClientId: 'com.example',
      appleScriptUrl: 'https://apple.example/appleid.auth.js',
      signInProviders: [{ id: 'google', name: 'Google' }],
    },
  });
  browser.onReturn((link) => void receive(link));
});
afterEach(() => {
  onClose.mockReset();
});

const receive = (link: DeepLink) => browserSignInOf(page.client, browser).getState().receive(link);
const problem = (words: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toContain(words));
const sent = () => browser.requests.at(-1)?.state ?? '';

/** Presses the button that opens the browser, and waits until it has. */
async function openBrowser(name: string): Promise<void> {
  const before = browser.requests.length;
  await page.press(name);
  await waitFor(() => expect(browser.requests).toHaveLength(before + 1));
}
const returnFromApple = (state: string) => act(async () => browser.returnFromApple({ code: DESKTOP_CODE, state }));

test.each(['Apple', 'Google', 'Continue in your browser'])('signs in through the browser with %s', async (name) => {
  await openBrowser(name);
  expect(document.querySelector('script')).toBeNull();
  expect((await screen.findByRole('status')).textContent).toBe('Waiting for your browser...');
  expect(screen.queryByLabelText('Email')).toBeNull();
  await returnFromApple(sent());
  await waitFor(() => expect(page.session.getState().status).toBe('signed-in'));
  expect(onClose).toHaveBeenCalled();
});

test('shows the form again after Cancel', async () => {
  await openBrowser('Continue in your browser');
  await page.press('Cancel');
  await screen.findByLabelText('Email');
  await returnFromApple(sent());
  await problem('isn’t for this window, so nothing changed');
  expect(page.api.calls).toEqual([]);
});

test('opens the browser again with the same request, and shows what went wrong', async () => {
  page.api.failures.set('desktopExchange', new AppError('invalid-link'));
  await openBrowser('Continue in your browser');
  await returnFromApple(sent());
  await problem('This link has expired. Request a new one.');
  await openBrowser('Open the browser again');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(browser.requests[1]).toEqual(browser.requests[0]);
});

test('signs in with the form as in a browser', async () => {
  await page.fill({ Email: 'ada@example.com', Password: 'tangerine' });
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(page.api.calls).toEqual(['login']);
});
