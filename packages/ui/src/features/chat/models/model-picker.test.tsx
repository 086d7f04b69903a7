// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { ModelOption } from '@parley/core';
import { TransportError } from '../../../api/transport-error.ts';
import { question, reply } from '../../../stores/testing/scripted-samples.ts';
import { renderConversation } from '../../../testing/render-chat.tsx';
import { MessageRow } from '../thread/list/message-row.tsx';
import { ModelPicker } from './model-picker.tsx';

const OPTIONS: ModelOption[] = [
  { id: 'swift', label: 'Swift', description: 'Quick answers.', isAnswering: true },
  { id: 'deep', label: 'Deep', description: 'Hard questions.', isAnswering: false },
];
const SWIFT = { id: 'swift', label: 'Swift' };

async function renderAs(part: ReactNode, hasChoice = true) {
  const messages = [question('q', 'Why?'), reply('r', { text: 'So.', model: { id: 'old', label: 'Old One' } })];
  const rendered = await renderConversation(part, messages);
  if (hasChoice) rendered.api.ownAccount.models = OPTIONS;
  const { session } = rendered.client;
  const { user } = session.getState();
  if (user && hasChoice) await act(async () => session.getState().updateUser({ ...user, model: SWIFT }));
  return rendered;
}

test('the picker shows the model, and choosing another one saves it', async () => {
  const { api, user, client } = await renderAs(<ModelPicker conversationId="c" />);
  await user.click(await screen.findByRole('button', { name: 'Model: Swift' }));
  expect((await screen.findByRole('menuitemradio', { name: /Swift/ })).getAttribute('aria-checked')).toBe('true');
  const deep = screen.getByRole('menuitemradio', { name: /Deep/ });
  expect(deep.textContent).toBe('DeepHard questions.Isn’t answering right now.');
  await user.click(deep);
  await screen.findByRole('button', { name: 'Model: Deep' });
  expect(api.calls).toContain('setPreferences {"model":"deep"}');
  expect(client.session.getState().user?.model).toEqual({ id: 'deep', label: 'Deep' });
});

test('a choice that cannot be saved is not shown, and the reason is', async () => {
  const { api, user, chat } = await renderAs(<ModelPicker conversationId="c" />);
  api.failures.set('setPreferences', new TransportError());
  await user.click(await screen.findByRole('button', { name: 'Model: Swift' }));
  await user.click(await screen.findByRole('menuitemradio', { name: /Deep/ }));
  await waitFor(() => expect(chat.getState().notice).toMatchObject({ kind: 'change-failed', conversationId: 'c' }));
  expect(screen.getByRole('button', { name: 'Model: Swift' })).toBeDefined();
});

test('the menu says why the models are not there', async () => {
  const { api, user } = await renderAs(<ModelPicker conversationId="c" />);
  api.accountCalls.read = () => Promise.reject(new TransportError());
  await user.click(await screen.findByRole('button', { name: 'Model: Swift' }));
  await waitFor(() => expect(screen.queryByText('Loading models...')).toBeNull());
  expect(screen.getByRole('menu').textContent).not.toBe('');
  expect(screen.queryByRole('menuitemradio')).toBeNull();
});

test('at the free limit, the picker shows the model that goes on, and the menu says why', async () => {
  const { set, user } = await renderAs(<ModelPicker conversationId="c" />);
  const usage = { messagesUsed: 10, messagesLimit: 10, periodEnd: '2026-01-01T00:00:00.000Z', isLimitReached: false };
  await set({ usage: { ...usage, lesserModel: 'Small One' } });
  await user.click(await screen.findByRole('button', { name: 'Model: Small One' }));
  await screen.findByText('Your free messages are used up. Small One answers until they reset.');
  expect((await screen.findByRole('menuitemradio', { name: /Swift/ })).getAttribute('aria-checked')).toBe('true');
});

const ROW = <MessageRow conversationId="c" messageId="r" isFirst={false} isLast isNear />;

test('the menu of a reply names its model, also one that is gone, and retries with another', async () => {
  const { api, user, press } = await renderAs(ROW);
  await screen.findByRole('button', { name: 'More options' });
  await press('More options');
  await screen.findByText('Written by Old One');
  await user.click(await screen.findByRole('menuitem', { name: 'With Deep' }));
  await waitFor(() =>
    expect(api.stream.request).toMatchObject({ isRegeneration: true, originalMessageId: 'r', model: 'deep' }),
  );
});

test('people without a choice see no picker, and ask for no models', async () => {
  const { api, press } = await renderAs(
    <>
      <ModelPicker conversationId="c" />
      {ROW}
    </>,
    false,
  );
  await screen.findByRole('button', { name: 'More options' });
  await press('More options');
  await screen.findByRole('menuitem', { name: 'Shorter' });
  expect(screen.queryByRole('button', { name: /^Model:/ })).toBeNull();
  expect(api.calls).not.toContain('account');
});
