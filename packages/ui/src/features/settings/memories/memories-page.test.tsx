// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { AppError, sentenceOf } from '@parley/core';
import { expect, test, vi } from 'vitest';
import { TransportError } from '../../../api/transport-error.ts';
import { ChatContext } from '../../../stores/client.ts';
import type { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { ScriptedChat } from '../../../stores/testing/scripted-chat.ts';
import { renderChat } from '../../../testing/render-chat.tsx';
import { SettingsDialog } from '../settings-dialog.tsx';

/** Opens the memories of a user who has these. */
async function openMemories(prepare: (api: ScriptedApi) => void = () => {}) {
  const scripted = new ScriptedChat();
  prepare(scripted.api);
  const shown = await renderChat(<SettingsDialog onUpgrade={() => {}} onClose={() => {}} />, {}, scripted);
  await shown.press('Manage memory');
  await screen.findByRole('radio', { name: 'On' });
  shown.api.calls = [];
  return shown;
}

const three = ({ storedMemories }: ScriptedApi) => {
  storedMemories.put('a', 'Is a baker.', {
    conversationId: 'c',
    messageId: 'r',
    conversationTitle: 'My bakery',
  });
  storedMemories.put('b', 'Has two children.', { conversationId: 'd', messageId: 's' });
  storedMemories.put('c', 'Likes tea.');
};
const listed = () =>
  screen.queryAllByRole('checkbox').map((box) => box.getAttribute('aria-label')?.replace('Select ', ''));
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Add a memory' });
const changes = ({ calls }: ScriptedApi) => calls.filter((call) => call !== 'memories');

test('lists memories newest first, each with the conversation that it is from', async () => {
  await openMemories(three);
  expect(listed()).toEqual(['Likes tea.', 'Has two children.', 'Is a baker.']);
  expect(screen.getByRole('link', { name: 'From “My bakery”' }).getAttribute('href')).toBe('/c/c');
  expect(screen.getByText('From a deleted conversation').closest('a')).toBeNull();
});

test('corrects, deletes, and deletes several memories', async () => {
  const { api, press, user } = await openMemories(three);
  await press('Edit: Is a baker.');
  const field = screen.getByRole('textbox', { name: 'Correct this memory' });
  await user.clear(field);
  await user.type(field, 'Is a cook.{Enter}');
  await waitFor(() => expect(listed()).toContain('Is a cook.'));
  await press('Delete Likes tea.');
  await waitFor(() => expect(listed()).toEqual(['Has two children.', 'Is a cook.']));
  for (const text of ['Has two children.', 'Is a cook.'])
    fireEvent.click(screen.getByRole('checkbox', { name: `Select ${text}` }));
  await press('Delete 2 memories');
  await screen.findByText('Nothing yet.');
  expect(changes(api)).toEqual(['correctMemory a Is a cook.', 'deleteMemory c', 'deleteMemory a', 'deleteMemory b']);
});

test('shows the other memories again when a deletion leaves too few to search', async () => {
  const texts = ['Is a baker.', 'Has two children.', 'Likes tea.', 'Likes rain.', 'Reads a lot.', 'Speaks Danish.'];
  const { press, fill } = await openMemories(({ storedMemories }) => {
    for (const text of texts) storedMemories.put(text, text);
  });
  await fill({ 'Search memories': 'danish' });
  expect(listed()).toEqual(['Speaks Danish.']);
  await press('Delete Speaks Danish.');
  await waitFor(() => expect(listed()).toEqual(texts.slice(0, 5).toReversed()));
});

test.each(['cafe', 'CAFÉS', 'café'])('finds a memory by %j, whatever its accents and case', async (query) => {
  const { fill } = await openMemories(({ storedMemories }) => {
    for (const text of ['Likes Cafés.', 'Reads a lot.', 'Is 30.', 'Has a dog.', 'Speaks Danish.', 'Bakes.'])
      storedMemories.put(text, text);
  });
  await fill({ 'Search memories': query });
  expect(listed()).toEqual(['Likes Cafés.']);
});

test('deletes memories of which one is already gone, without a complaint', async () => {
  const { api } = await openMemories(three);
  for (const text of ['Likes tea.', 'Is a baker.'])
    fireEvent.click(screen.getByRole('checkbox', { name: `Select ${text}` }));
  await api.storedMemories.delete('a');
  fireEvent.click(screen.getByRole('button', { name: 'Delete 2 memories' }));
  await waitFor(() => expect(listed()).toEqual(['Has two children.']));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('keeps the choice of memories that could not be deleted', async () => {
  const { api, press } = await openMemories(three);
  for (const text of ['Likes tea.', 'Is a baker.'])
    fireEvent.click(screen.getByRole('checkbox', { name: `Select ${text}` }));
  vi.spyOn(api.storedMemories, 'delete').mockRejectedValue(new TransportError('offline'));
  await press('Delete 2 memories');
  await screen.findByRole('alert');
  vi.mocked(api.storedMemories.delete).mockRestore();
  await press('Delete 2 memories');
  await waitFor(() => expect(listed()).toEqual(['Has two children.']));
});

test('adds and saves no empty memory', async () => {
  const { api, press, user } = await openMemories(three);
  await press('Add');
  await user.type(screen.getByRole('textbox', { name: 'Add a memory' }), '  {Enter}');
  await press('Edit: Is a baker.');
  await user.clear(screen.getByRole('textbox', { name: 'Correct this memory' }));
  await press('Save');
  expect(changes(api)).toEqual([]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('finds memories by their words', async () => {
  const { user } = await openMemories((api) => {
    three(api);
    for (const n of [1, 2, 3]) api.storedMemories.put(`n${n}`, `Fact ${n}.`);
  });
  await user.type(screen.getByRole('searchbox', { name: 'Search memories' }), ' TEA');
  expect(listed()).toEqual(['Likes tea.']);
  await user.type(screen.getByRole('searchbox', { name: 'Search memories' }), 'x');
  expect(screen.getByText('No memories found.')).toBeDefined();
});

test('adds a memory, and keeps the words when that fails', async () => {
  const { api, press, user } = await openMemories();
  api.failures.set('addMemory', new AppError('unavailable'));
  await user.type(field(), 'Likes tea.');
  await press('Add');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentenceOf('unavailable')));
  expect(field().value).toBe('Likes tea.');
  api.failures.clear();
  await press('Add');
  await waitFor(() => expect(listed()).toEqual(['Likes tea.']));
  expect(field().value).toBe('');
});

/** Stores the next memory, and loses the answer. */
function loseAnswer({ storedMemories }: ScriptedApi): void {
  const { add } = storedMemories;
  vi.spyOn(storedMemories, 'add').mockImplementationOnce(async (memory) => {
    await add(memory);
    throw new TransportError('offline');
  });
}

test('a memory whose answer was lost is not added twice, and the same words can be added again later', async () => {
  const { api, press, user } = await openMemories();
  loseAnswer(api);
  await user.type(field(), 'Likes tea.');
  await press('Add');
  await screen.findByRole('alert');
  await press('Add');
  await waitFor(() => expect(field().value).toBe(''));
  expect(listed()).toEqual(['Likes tea.']);
  fireEvent.input(field(), { target: { value: 'Likes tea.' } });
  await press('Add');
  await waitFor(() => expect(listed()).toEqual(['Likes tea.', 'Likes tea.']));
});

test('turns memory off, and leaves the list readable', async () => {
  const { api, user } = await openMemories(three);
  await user.click(screen.getByRole('radio', { name: 'Off' }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Off' }).checked).toBe(true));
  expect(changes(api)).toEqual(['setPreferences {"keepsMemories":false}']);
  expect(listed()).toHaveLength(3);
});

test('lists, searches and shows the switch of memories without a connection, as they were last read', async () => {
  const shown = await openMemories((api) => {
    three(api);
    for (const n of [1, 2, 3]) api.storedMemories.put(`n${n}`, `Fact ${n}.`);
  });
  const { api, user, show, press } = shown;
  await show(<></>);
  api.failures.set('memories', new TransportError('offline'));
  api.failures.set('account', new TransportError('offline'));
  await show(
    <ChatContext value={shown.chat}>
      <SettingsDialog onUpgrade={() => {}} onClose={() => {}} />
    </ChatContext>,
  );
  await press('Manage memory');
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'On' })).checked).toBe(true);
  expect(listed()).toHaveLength(6);
  await user.type(screen.getByRole('searchbox', { name: 'Search memories' }), 'tea');
  expect(listed()).toEqual(['Likes tea.']);
  api.failures.set('deleteMemory', new TransportError('offline'));
  await press('Delete Likes tea.');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Can’t reach the server.'));
  expect(listed()).toEqual(['Likes tea.']);
});

test('says that a full list has no room, and offers no field', async () => {
  await openMemories((api) => {
    for (let n = 0; n < 100; n++) api.storedMemories.put(`n${n}`, `Fact ${n}.`);
  });
  expect(screen.getByText('There is room for 100 memories. Delete some to add others.')).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'Add a memory' })).toBeNull();
});

test('follows changes on other devices', async () => {
  const { api, changeList } = await openMemories(three);
  api.storedMemories.put('d', 'Lives in Kiel.');
  await changeList('memories');
  await waitFor(() => expect(listed()[0]).toBe('Lives in Kiel.'));
});

test('a list that was read before a deletion and arrives after it does not bring the memory back', async () => {
  const { api, press, changeList } = await openMemories(three);
  const late = Promise.withResolvers<Awaited<ReturnType<typeof api.storedMemories.list>>>();
  const before = await api.storedMemories.list();
  vi.spyOn(api.storedMemories, 'list').mockReturnValueOnce(late.promise);
  await changeList('memories');
  await press('Delete Likes tea.');
  await waitFor(() => expect(listed()).toEqual(['Has two children.', 'Is a baker.']));
  await act(async () => late.resolve(before));
  expect(listed()).toEqual(['Has two children.', 'Is a baker.']);
});

test('takes over the chosen lines of another assistant’s answer', async () => {
  const { api, press, user } = await openMemories();
  await press('Bring memories');
  await user.click(screen.getByRole('textbox', { name: '2. Paste its answer' }));
  await user.paste(
    `Here is what I know:\n\n- Is a **baker**.\n2. Has two children.\n* Is a baker.\n- ${'x'.repeat(301)}`,
  );
  expect(screen.getAllByRole('checkbox')).toHaveLength(3);
  await user.click(screen.getByRole('checkbox', { name: 'Has two children.' }));
  await press('Add 1 memory');
  await waitFor(() => expect(listed()).toEqual(['Is a baker.']));
  expect(changes(api)).toEqual(['addMemory Is a baker.']);
});

test('a memory of another assistant whose answer was lost is not added twice', async () => {
  const { api, press, user } = await openMemories();
  await press('Bring memories');
  await user.click(screen.getByRole('textbox', { name: '2. Paste its answer' }));
  await user.paste('- Is a baker.\n- Has two children.');
  loseAnswer(api);
  await press('Add 2 memories');
  await screen.findByRole('alert');
  await press('Add 2 memories');
  await waitFor(() => expect(listed()).toEqual(['Has two children.', 'Is a baker.']));
});
