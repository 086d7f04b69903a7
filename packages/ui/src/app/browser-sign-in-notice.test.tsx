// @vitest-environment happy-dom
import { act, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { ClientContext } from '../stores/client.ts';
import { DESKTOP_CODE, ScriptedApi } from '../stores/testing/scripted-api.ts';
import { ScriptedBrowser } from '../stores/testing/scripted-browser.ts';
import { scriptedClient } from '../stores/testing/scripted-client.ts';
import { BrowserSignInNotice } from './browser-sign-in-notice.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
afterEach(() => document.body.replaceChildren());

test('T37: a cold start with an unrequested link says so in a status message and changes nothing', async () => {
  const api = new ScriptedApi();
  const browser = new ScriptedBrowser();
  const client = scriptedClient({ api, browserSignIn: browser });
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  const show = (isShown: boolean) =>
    act(async () =>
      root.render(
        <StrictMode>
          <ClientContext value={client}>
            <BrowserSignInNotice way={browser} isShown={isShown} />
          </ClientContext>
        </StrictMode>,
      ),
    );
  const said = () => document.querySelector('[role=status]')?.textContent ?? null;
  browser.comeBack({ code: DESKTOP_CODE, state: 's'.repeat(43) });
  await show(true);
  expect(said()).toContain('isn’t for this window, so nothing changed');
  expect(api.calls).toEqual([]);
  // While the dialog is open, the dialog says it.
  await show(false);
  expect(said()).toBeNull();
  await show(true);
  await act(async () => document.querySelector('button')?.click());
  expect(said()).toBeNull();
  await act(async () => root.unmount());
});
