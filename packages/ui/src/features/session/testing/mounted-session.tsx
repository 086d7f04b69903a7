import { act, StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ProductSettings } from '@parley/core';
import type { BrowserSignIn } from '../../../platform.ts';
import { ClientContext } from '../../../stores/client.ts';
import { memoryStorage } from '../../../stores/testing/memory-storage.ts';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { scriptedClient } from '../../../stores/testing/scripted-client.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

interface SessionOptions {
  api?: ScriptedApi;
  settings?: Partial<ProductSettings>;
  /** Sign-in through the system's browser, on the desktop; by default this is a browser. */
  browserSignIn?: BrowserSignIn;
  /** A token stored by an earlier session. */
  token?: string;
}

/** Mounts a sign-in component over a scripted API. Effects run twice, as in development. */
export async function mountSession(
  part: ReactNode,
  { api = new ScriptedApi(), settings = {}, browserSignIn, token }: SessionOptions = {},
) {
  const storage = memoryStorage(new Map(token === undefined ? [] : [['token', token]]));
  const client = scriptedClient({ api, storage, settings, ...(browserSignIn && { browserSignIn }) });
  const host = document.createElement('main');
  document.body.append(host);
  const root = createRoot(host);
  const render = (shown: ReactNode) =>
    act(async () =>
      root.render(
        <StrictMode>
          <ClientContext value={client}>{shown}</ClientContext>
        </StrictMode>,
      ),
    );
  await render(part);
  const field = (label: string): HTMLInputElement => {
    const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
    const input = found && document.getElementById(found.htmlFor);
    if (!(input instanceof HTMLInputElement)) throw new Error(`There is no field ${label}`);
    return input;
  };
  const button = (name: string): HTMLButtonElement => {
    const found = [...document.querySelectorAll('button')].find(
      (control) => (control.getAttribute('aria-label') ?? control.textContent).trim() === name,
    );
    if (!found) throw new Error(`There is no button ${name}`);
    return found;
  };
  return {
    api,
    client,
    session: client.session,
    storage,
    render,
    field,
    button,
    fill(values: Record<string, string>): void {
      for (const [label, value] of Object.entries(values)) field(label).value = value;
    },
    press: (name: string) => act(async () => button(name).click()),
    /** Submits the form, as its button and the Enter key do. */
    submit: () => act(async () => document.querySelector('form')?.requestSubmit()),
    text: (selector: string) => document.querySelector(selector)?.textContent ?? null,
    async unmount() {
      await act(async () => root.unmount());
      document.body.replaceChildren();
    },
  };
}

export type MountedSession = Awaited<ReturnType<typeof mountSession>>;
