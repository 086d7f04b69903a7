import { act, StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { User } from '@parley/core';
import { ClientContext } from '../../../stores/client.ts';
import { memoryStorage } from '../../../stores/testing/memory-storage.ts';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { scriptedClient } from '../../../stores/testing/scripted-client.ts';
import { createSessionStore } from '../../../stores/session/session-store.ts';
import { ADA } from '../../../stores/testing/scripted-samples.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

interface BillingOptions {
  /** Fields that override a default user; null for a visitor. */
  user?: Partial<User> | null;
  takesPayments?: boolean;
  /** Runs before the page sends its first request. */
  prepare?: (api: ScriptedApi) => void;
}

/** Mounts a billing component over a scripted API. Effects run twice, as in development. */
export async function mountBilling(part: ReactNode, { user = {}, takesPayments = true, prepare }: BillingOptions = {}) {
  const api = new ScriptedApi();
  prepare?.(api);
  const storage = memoryStorage();
  const session = createSessionStore({ api, storage });
  session.setState(
    user ? { status: 'signed-in', token: 'token', user: { ...ADA, ...user } } : { status: 'signed-out' },
  );
  const client = scriptedClient({ api, storage, session, settings: { takesPayments } });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <StrictMode>
        <ClientContext value={client}>{part}</ClientContext>
      </StrictMode>,
    ),
  );
  const nameOf = (control: Element) => (control.getAttribute('aria-label') ?? control.textContent).trim();
  const control = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('button, a, input')].find((each) => nameOf(each) === name) ?? null;
  return {
    api,
    session,
    control,
    press: (name: string) =>
      act(async () => {
        const found = control(name);
        if (!found) throw new Error(`There is no control ${name}`);
        found.click();
      }),
    act: (work: () => unknown) => act(async () => void (await work())),
    checked: () => [...document.querySelectorAll('input')].find(({ checked }) => checked)?.getAttribute('aria-label'),
    text: () => document.body.textContent,
    problem: () => document.querySelector('[role=alert]')?.textContent ?? null,
    async unmount() {
      await act(async () => root.unmount());
      document.body.replaceChildren();
    },
  };
}

export type MountedBilling = Awaited<ReturnType<typeof mountBilling>>;
