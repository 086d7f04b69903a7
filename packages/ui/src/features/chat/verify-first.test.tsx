// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AppError, type ProductSettings, type User } from '@parley/core';
import { ChatContext } from '../../stores/client.ts';
import { ScriptedChat } from '../../stores/testing/scripted-chat.ts';
import { renderWithClient } from '../../testing/render-with-client.tsx';
import { Conversation } from './conversation.tsx';

const BANNER = 'Confirm your email to start chatting.';
const nothing = () => {};

/** Shows an empty conversation to a user whose address is not verified unless `account` says so. */
async function renderWith(settings: Partial<ProductSettings>, account: Partial<User> = {}) {
  vi.stubGlobal('CSS', { supports: () => true, escape: (text: string) => text });
  const scripted = new ScriptedChat();
  scripted.api.put('c');
  const chat = scripted.open().store;
  onTestFinished(() => {
    chat.getState().reset('signed-out');
    vi.unstubAllGlobals();
  });
  const rendered = await renderWithClient(
    <ChatContext value={chat}>
      <Conversation
        conversationId="c"
        menuRef={{ current: null }}
        onMenu={nothing}
        onNewChat={nothing}
        onSignIn={nothing}
        onUpgrade={nothing}
      />
    </ChatContext>,
    { api: scripted.api, account: { emailVerified: false, ...account }, settings },
  );
  await act(async () => {
    await chat.getState().start('ada');
    await chat.getState().openThread('c');
  });
  return rendered;
}

test('an unverified user sees the banner where the operator requires a verified address', async () => {
  const { session } = await renderWith({ verifiesFirst: true });
  await screen.findByText(BANNER);
  const user = session.getState().user!;
  session.setState({ user: { ...user, emailVerified: true } });
  await waitFor(() => expect(screen.queryByText(BANNER)).toBeNull());
});

test.each<[string, Partial<ProductSettings>, Partial<User>]>([
  ['the operator requires no verified address', { verifiesFirst: false }, {}],
  ['the address is verified', { verifiesFirst: true }, { emailVerified: true }],
  ['the account has no address', { verifiesFirst: true }, { email: '' }],
])('the banner is hidden when %s', async (_name, settings, account) => {
  await renderWith(settings, { isAdmin: true, ...account });
  // Loads like the other banner.
  await screen.findByText('Admin Mode Active', { exact: false });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByText(BANNER)).toBeNull();
});

test('a refused message returns to the box, below the server’s sentence, and no bubble stays', async () => {
  const { api, user } = await renderWith({ verifiesFirst: true });
  const sentence = 'Confirm your email first. We sent a link to ada@example.com.';
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  const bubble = () => screen.queryByText('Hello', { selector: ':not(textarea)' });
  await user.type(box, 'Hello{Enter}');
  await waitFor(() => expect([box.value, bubble() === null]).toEqual(['', false]));
  await act(() => api.streams[0]!.cut(new AppError('forbidden', { message: sentence })));
  await screen.findByText(sentence);
  expect([box.value, bubble()]).toEqual(['Hello', null]);
});
