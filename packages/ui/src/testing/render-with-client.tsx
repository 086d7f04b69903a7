import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { InfoPageContent, ProductSettings, User } from '@parley/core';
import type { ReactNode } from 'react';
import type { BrowserSignIn } from '../platform.ts';
import { ClientContext } from '../stores/client.ts';
import { createSessionStore } from '../stores/session/session-store.ts';
import { memoryStorage } from '../stores/testing/memory-storage.ts';
import { ScriptedApi } from '../stores/testing/scripted-api.ts';
import { scriptedClient } from '../stores/testing/scripted-client.ts';
import { ADA } from '../stores/testing/scripted-samples.ts';

interface RenderOptions {
  api?: ScriptedApi;
  settings?: Partial<ProductSettings>;
  infoPage?: InfoPageContent;
  /** Sign-in through the system's browser, on the desktop; by default this is a browser. */
  browserSignIn?: BrowserSignIn;
  /** A token stored by an earlier session. */
  token?: string;
  /** Fields of the signed-in user that differ from the default user's; null for a visitor. */
  account?: Partial<User> | null;
  /** Whether effects run twice, as in development; true by default. */
  reactStrictMode?: boolean;
}

/** Renders a component over a scripted API and resolves when the answers to its first requests are shown. */
export async function renderWithClient(part: ReactNode, options: RenderOptions = {}) {
  const { api = new ScriptedApi(), token, account, reactStrictMode = true, ...rest } = options;
  const storage = memoryStorage(new Map(token === undefined ? [] : [['token', token]]));
  const session = createSessionStore({ api, storage });
  if (account) session.setState({ status: 'signed-in', token: token ?? 'token', user: { ...ADA, ...account } });
  if (account === null) session.setState({ status: 'signed-out' });
  const client = scriptedClient({ api, storage, session, ...rest });
  const user = userEvent.setup({ delay: null });
  const withClient = (shown: ReactNode) => <ClientContext value={client}>{shown}</ClientContext>;
  const view = render(<></>, { reactStrictMode });
  const show = (shown: ReactNode) => act(async () => view.rerender(withClient(shown)));
  await show(part);
  return {
    api,
    client,
    session,
    storage,
    user,
    /** Shows another component in place of this one. */
    show,
    unmount: view.unmount,
    /** Clicks the button with this name as soon as there is one. */
    press: async (name: string) => user.click(await screen.findByRole('button', { name })),
    /** Types these values into the fields with these labels, in place of what they hold. */
    async fill(values: Record<string, string>): Promise<void> {
      for (const [label, value] of Object.entries(values)) {
        const field = screen.getByLabelText(label);
        await user.clear(field);
        if (value !== '') await user.type(field, value);
      }
    },
  };
}

export type Rendered = Awaited<ReturnType<typeof renderWithClient>>;
