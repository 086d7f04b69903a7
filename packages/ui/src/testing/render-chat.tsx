import { act } from '@testing-library/react';
import type { ListName, Message } from '@parley/core';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import type { ChatState } from '../stores/chat/chat-state.ts';
import { ChatContext } from '../stores/client.ts';
import { ScriptedChat } from '../stores/testing/scripted-chat.ts';
import { renderWithClient } from './render-with-client.tsx';

/** Renders a component of a signed-in user's chat over a scripted API. `state` is merged into the chat store first. */
export async function renderChat(part: ReactNode, state: Partial<ChatState> = {}, scripted = new ScriptedChat()) {
  const chat = scripted.open().store;
  chat.setState(state);
  onTestFinished(() => chat.getState().reset('signed-out'));
  const rendered = await renderWithClient(<ChatContext value={chat}>{part}</ChatContext>, {
    api: scripted.api,
    account: {},
  });
  return {
    ...rendered,
    chat,
    get state() {
      return chat.getState();
    },
    set: (change: Partial<ChatState>) => act(async () => chat.setState(change)),
    /** Another client changes a list. */
    changeList: (name: ListName) =>
      act(async () =>
        chat.setState(({ listChanges }) => ({ listChanges: { ...listChanges, [name]: listChanges[name] + 1 } })),
      ),
  };
}

export type RenderedChat = Awaited<ReturnType<typeof renderChat>>;

/** Like `renderChat`, but the chat has started and opened conversation `c`, which has these messages on the server. */
export async function renderConversation(part: ReactNode, messages: Message[], state: Partial<ChatState> = {}) {
  const scripted = new ScriptedChat();
  scripted.api.put('c', ...messages);
  const rendered = await renderChat(part, {}, scripted);
  await act(async () => {
    await rendered.state.start('ada');
    await rendered.state.openThread('c');
  });
  await rendered.set(state);
  return rendered;
}
