// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { ClientContext } from '../../../stores/client.ts';
import { createSessionStore } from '../../../stores/session/session-store.ts';
import { memoryStorage } from '../../../stores/testing/memory-storage.ts';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { scriptedClient } from '../../../stores/testing/scripted-client.ts';
import { ADA } from '../../../stores/testing/scripted-samples.ts';
import { Account } from './account.tsx';
import { CollapsedSidebar } from './collapsed-sidebar.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => document.body.replaceChildren());

const nothing = () => {};

it.each([
  ['a server that sells plans offers one', true],
  ['a server that sells nothing offers no upgrade', false],
])('%s, in the open and in the collapsed sidebar', async (_name, takesPayments) => {
  const api = new ScriptedApi();
  const storage = memoryStorage();
  const session = createSessionStore({ api, storage });
  session.setState({ status: 'signed-in', token: 'token', user: ADA });
  const client = scriptedClient({ api, storage, session, settings: { takesPayments } });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <ClientContext value={client}>
        <Account onAuthenticate={nothing} onSettings={nothing} onUpgrade={nothing} />
        <CollapsedSidebar
          onOpen={nothing}
          onSearch={nothing}
          onNewChat={nothing}
          onSettings={nothing}
          onUpgrade={nothing}
        />
      </ClientContext>,
    ),
  );
  const offers = [...document.querySelectorAll('button')].filter((button) =>
    (button.getAttribute('aria-label') ?? button.textContent).includes('Upgrade to Premium'),
  );
  expect(offers).toHaveLength(takesPayments ? 2 : 0);
  act(() => root.unmount());
});
