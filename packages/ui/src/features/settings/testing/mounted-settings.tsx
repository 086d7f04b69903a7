import { act, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { User } from '@parley/core';
import { ClientContext } from '../../../stores/client.ts';
import { memoryStorage } from '../../../stores/testing/memory-storage.ts';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { scriptedClient } from '../../../stores/testing/scripted-client.ts';
import { createSessionStore } from '../../../stores/session/session-store.ts';
import { SettingsDialog } from '../settings-dialog.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

interface SettingsOptions {
  /** Fields that override the default user. */
  user?: Partial<User>;
  sendsMail?: boolean;
  /** Runs before the dialog sends its first request. */
  prepare?: (api: ScriptedApi) => void;
}

/** Mounts the settings of a signed-in user over a scripted API. Effects run twice, as in development. */
export async function mountSettings({ user = {}, sendsMail = true, prepare }: SettingsOptions = {}) {
  const api = new ScriptedApi();
  api.ownAccount = { ...api.ownAccount, user: { ...api.ownAccount.user, ...user } };
  prepare?.(api);
  const storage = memoryStorage(new Map([['token', 'good']]));
  const session = createSessionStore({ api, storage });
  session.setState({ status: 'signed-in', user: api.ownAccount.user });
  const client = scriptedClient({ api, storage, session, settings: { sendsMail } });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <StrictMode>
        <ClientContext value={client}>
          <SettingsDialog onUpgrade={() => {}} onClose={() => {}} />
        </ClientContext>
      </StrictMode>,
    ),
  );
  api.calls = [];
  const nameOf = (control: Element) => (control.getAttribute('aria-label') ?? control.textContent ?? '').trim();
  const findButton = (name: string) =>
    [...document.querySelectorAll('button')].find((control) => nameOf(control) === name);
  const button = (name: string): HTMLButtonElement => {
    const found = findButton(name);
    if (!found) throw new Error(`There is no button ${name}`);
    return found;
  };
  return {
    api,
    session,
    storage,
    findButton,
    button,
    press: (name: string) => act(async () => button(name).click()),
    fill(values: Record<string, string>): void {
      for (const [label, value] of Object.entries(values)) {
        const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
        const input = found && document.getElementById(found.htmlFor);
        if (!(input instanceof HTMLInputElement)) throw new Error(`There is no field ${label}`);
        input.value = value;
      }
    },
    submit: () => act(async () => document.querySelector('form')?.requestSubmit()),
    act: (work: () => void) => act(async () => work()),
    text: () => document.querySelector('[role=dialog]')?.textContent ?? '',
    title: () => document.querySelector('h2')?.textContent,
    problem: () => document.querySelector('[role=alert]')?.textContent ?? null,
    focused: () => document.activeElement && nameOf(document.activeElement),
    async unmount() {
      await act(async () => root.unmount());
      document.body.replaceChildren();
    },
  };
}

export type MountedSettings = Awaited<ReturnType<typeof mountSettings>>;
