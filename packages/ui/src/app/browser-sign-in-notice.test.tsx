// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DESKTOP_CODE } from '../stores/testing/scripted-api.ts';
import { ScriptedBrowser } from '../stores/testing/scripted-browser.ts';
import { renderWithClient } from '../testing/render-with-client.tsx';
import { BrowserSignInNotice } from './browser-sign-in-notice.tsx';

test('T37: a cold start with an unrequested link says so in a status message and changes nothing', async () => {
  const browser = new ScriptedBrowser();
  browser.returnFromApple({ code: DESKTOP_CODE, state: 's'.repeat(43) });
  const notice = (isShown: boolean) => <BrowserSignInNotice way={browser} isShown={isShown} />;
  const { api, show, user } = await renderWithClient(notice(true), { browserSignIn: browser });
  expect(screen.getByRole('status').textContent).toContain('isn’t for this window, so nothing changed');
  expect(api.calls).toEqual([]);
  // While the dialog is open, the dialog says it.
  await show(notice(false));
  expect(screen.queryByRole('status')).toBeNull();
  await show(notice(true));
  await user.click(screen.getByRole('button'));
  expect(screen.queryByRole('status')).toBeNull();
});
