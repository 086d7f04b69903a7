import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ChatState } from '../../../stores/chat/chat-state.ts';
import { ChatContext, ClientContext } from '../../../stores/client.ts';
import { memoryStorage } from '../../../stores/testing/memory-storage.ts';
import { scriptedClient } from '../../../stores/testing/scripted-client.ts';
import { ScriptedChat } from '../../../stores/testing/scripted-chat.ts';
import { createSessionStore } from '../../../stores/session/session-store.ts';
import { ADA } from '../../../stores/testing/scripted-samples.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Mounts a chat component over a scripted API. `state` is merged into the chat store first. */
export async function mountChat(part: ReactNode, state: Partial<ChatState> = {}) {
  const scripted = new ScriptedChat();
  const chat = scripted.open().store;
  chat.setState(state);
  const { api } = scripted;
  const session = createSessionStore({ api, storage: memoryStorage() });
  session.setState({ status: 'signed-in', user: ADA });
  const client = scriptedClient({ api, session });
  const host = document.createElement('main');
  document.body.append(host);
  const root = createRoot(host);
  await act(async () =>
    root.render(
      <ClientContext value={client}>
        <ChatContext value={chat}>{part}</ChatContext>
      </ClientContext>,
    ),
  );
  const all = <T extends Element = HTMLElement>(selector: string) => [...document.querySelectorAll<T>(selector)];
  return {
    api,
    chat,
    host,
    set: (change: Partial<ChatState>) => act(async () => chat.setState(change)),
    /** Flushes React and pending promises until this holds; the test's timeout ends a wait that never does. */
    async until(holds: () => boolean): Promise<void> {
      while (!holds()) await act(() => new Promise((resolve) => setTimeout(resolve)));
    },
    /** The control with this name, anywhere on the page; null if there is none. */
    control: (name: string) =>
      all('button, a, input, textarea').find(
        (control) => (control.getAttribute('aria-label') ?? control.textContent).trim() === name,
      ) ?? null,
    texts: (selector: string) => all(selector).map((element) => element.textContent),
    async unmount() {
      await act(async () => root.unmount());
      host.remove();
    },
  };
}

export type MountedChat = Awaited<ReturnType<typeof mountChat>>;

export async function click(target: Element | null): Promise<void> {
  if (!(target instanceof HTMLElement)) throw new Error('There is nothing to click on');
  await act(async () => target.click());
}

export async function fire(target: Element | null, event: Event): Promise<void> {
  await act(async () => {
    target?.dispatchEvent(event);
  });
}

/** Sets a box's text at once and fires the input event that React listens for. */
export async function type(target: Element | null, text: string): Promise<void> {
  if (!(target instanceof HTMLTextAreaElement)) throw new Error('There is nothing to type into');
  const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
  await act(async () => {
    set?.call(target, text);
    target.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

export async function press(target: Element | null, key: string, modifiers: KeyboardEventInit = {}): Promise<void> {
  await fire(
    target ?? document.body,
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }),
  );
}
