// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { AppError } from '@parley/core';
import { expect, test, vi } from 'vitest';
import { TransportError } from '../../../api/transport-error.ts';
import { question, reply } from '../../../stores/testing/scripted-samples.ts';
import { stored } from '../../../stores/testing/scripted-samples.ts';
import type { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { ScriptedChat } from '../../../stores/testing/scripted-chat.ts';
import { renderChat } from '../../../testing/render-chat.tsx';
import { ShareDialog } from './share-dialog.tsx';

const MESSAGES = [
  { ...question('q1', 'How long does tea steep?'), attachments: [stored('a', { name: 'tea.png' })] },
  reply('r1', { text: 'Three **minutes**.', reasoningContent: 'Let me think.' }),
];

async function open(prepare: (api: ScriptedApi) => void = () => {}) {
  const scripted = new ScriptedChat();
  scripted.api.put('c', ...MESSAGES);
  prepare(scripted.api);
  const shown = await renderChat(<ShareDialog id="c" onClose={() => {}} />, {}, scripted);
  const preview = within(await screen.findByRole('group', { name: 'Preview' }));
  return { ...shown, preview };
}

test('shows what readers will see before a link is made, without reasoning and files', async () => {
  const { preview, user } = await open();
  await preview.findByText('minutes');
  expect(preview.getByText('How long does tea steep?')).toBeDefined();
  expect(preview.getByText('A file that isn’t shared')).toBeDefined();
  expect(preview.queryByRole('button', { name: 'Show Reasoning' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Include reasoning' }));
  await user.click(screen.getByRole('checkbox', { name: 'Include attached files' }));
  expect(preview.getByText('tea.png')).toBeDefined();
  expect(preview.getByRole('button', { name: 'Show Reasoning' })).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'Link' })).toBeNull();
});

test('makes a link with the chosen options, copies it, and updates it under the same address', async () => {
  const { api, press, user } = await open();
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(screen.getByRole('checkbox', { name: 'Include reasoning' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Expires' }), 'After a week');
  await press('Create link');
  const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' });
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(link.value));
  expect(api.calls).toContain('share c {"hasReasoning":true,"hasAttachments":false,"expiresInDays":7}');
  await press('Update link');
  await screen.findByText(/^4 messages/);
  const [share] = api.storedShares.stored;
  expect(api.calls).toContain(`updateShare ${share?.id} {"hasReasoning":true,"hasAttachments":false}`);
  expect(link.isConnected).toBe(true);
});

test('a link whose address could not be copied is still made', async () => {
  const { press } = await open();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await press('Create link');
  expect(await screen.findByRole('textbox', { name: 'Link' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('keeps the expiry of a link unless another one is chosen', async () => {
  const { api, press, user } = await open((scripted) => {
    scripted.storedShares.put('s', { expiresAt: '2999-01-02T12:00:00.000Z', hasAttachments: true });
  });
  const expiry = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Expires' });
  expect(expiry.selectedOptions[0]?.textContent).toBe('On January 2, 2999');
  await press('Update link');
  await user.selectOptions(expiry, 'Never');
  await press('Update link');
  await waitFor(() =>
    expect(api.calls.filter((call) => call.startsWith('updateShare'))).toEqual([
      'updateShare s {"hasReasoning":false,"hasAttachments":true}',
      'updateShare s {"hasReasoning":false,"hasAttachments":true,"expiresInDays":null}',
    ]),
  );
});

test('revokes a link, and leaves those that have expired alone', async () => {
  const { api, press } = await open((scripted) => {
    scripted.storedShares.put('live');
    scripted.storedShares.put('over', { expiresAt: '2020-01-01T00:00:00.000Z' });
    scripted.storedShares.put('other', { conversationId: 'd' });
  });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toMatch(/\/live$/);
  await press('Revoke');
  await screen.findByRole('button', { name: 'Create link' });
  expect(api.calls).toContain('revokeShare live');
});

test('a conversation that is being written is previewed up to its last finished reply', async () => {
  await open((api) => {
    api.put('c', ...MESSAGES, question('q2', 'And coffee?'), reply('r2', { text: 'Well', status: 'streaming' }));
  });
  await screen.findByText('minutes');
  expect(screen.queryByText('And coffee?')).toBeNull();
});

test('the preview shows what is added to the conversation meanwhile, which a link would share', async () => {
  const { api, chat, preview } = await open();
  expect(preview.queryByText('And coffee?')).toBeNull();
  api.put('c', ...MESSAGES, question('q2', 'And coffee?'), reply('r2', { text: 'Four.' }));
  const { conversation } = await api.conversation('c', {});
  await act(async () =>
    chat.getState().handleUserEvent({ type: 'conversation', conversation, lastMessageIds: ['q2', 'r2'] }),
  );
  expect(await preview.findByText('And coffee?')).toBeDefined();
});

test('nothing can be shared before the first reply', async () => {
  await open((api) => {
    api.put('c', question('q', 'Hello?'), reply('r', { status: 'streaming' }));
  });
  expect(screen.getByText('There’s nothing to share yet. Wait for the first reply.')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create link' }).disabled).toBe(true);
});

test('shows why a link could not be made, and keeps the choices', async () => {
  const message = 'You can have at most 100 shared links. Revoke some in Settings first.';
  const { press, user } = await open((api) => api.failures.set('share', new AppError('invalid-request', { message })));
  await user.click(screen.getByRole('checkbox', { name: 'Include reasoning' }));
  await press('Create link');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Include reasoning' }).checked).toBe(true);
});

test('a link whose answer was lost is not made twice, and gets the options chosen since', async () => {
  const { api, press, user } = await open();
  const { storedShares } = api;
  const make = storedShares.create;
  vi.spyOn(storedShares, 'create').mockImplementationOnce(async (body) => {
    await make(body);
    throw new TransportError('offline');
  });
  await user.click(screen.getByRole('checkbox', { name: 'Include reasoning' }));
  await press('Create link');
  await screen.findByRole('alert');
  await user.click(screen.getByRole('checkbox', { name: 'Include reasoning' }));
  await press('Create link');
  await screen.findByRole('textbox', { name: 'Link' });
  expect(storedShares.stored).toHaveLength(1);
  const [share] = storedShares.stored;
  expect(api.calls).toContain(
    `updateShare ${share?.id} {"expiresInDays":null,"hasReasoning":false,"hasAttachments":false}`,
  );
});

test('a link shows once it is made or revoked, even if the list cannot be read then', async () => {
  const { api, press } = await open();
  vi.spyOn(api.storedShares, 'list').mockRejectedValue(new TransportError('offline'));
  await press('Create link');
  await screen.findByRole('textbox', { name: 'Link' });
  await press('Update link');
  await waitFor(() => expect(api.calls.some((call) => call.startsWith('updateShare'))).toBe(true));
  expect(api.storedShares.stored).toHaveLength(1);
  await press('Revoke');
  await screen.findByRole('button', { name: 'Create link' });
  expect(api.storedShares.stored).toEqual([]);
});

test('a list that was read before the link was revoked and arrives after it does not show the link again', async () => {
  const { api, press, chat } = await open((scripted) => {
    scripted.storedShares.put('live');
  });
  const late = Promise.withResolvers<Awaited<ReturnType<typeof api.storedShares.list>>>();
  const before = await api.storedShares.list();
  vi.spyOn(api.storedShares, 'list').mockReturnValueOnce(late.promise);
  await act(async () => chat.setState(({ listChanges }) => ({ listChanges: { ...listChanges, shares: 1 } })));
  await press('Revoke');
  await screen.findByRole('button', { name: 'Create link' });
  await act(async () => late.resolve(before));
  expect(screen.queryByRole('textbox', { name: 'Link' })).toBeNull();
});
