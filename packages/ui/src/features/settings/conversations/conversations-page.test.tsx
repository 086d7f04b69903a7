// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AppError, sentenceOf, setTranslator } from '@parley/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { ScriptedChat } from '../../../stores/testing/scripted-chat.ts';
import { renderChat } from '../../../testing/render-chat.tsx';
import { SettingsDialog } from '../settings-dialog.tsx';

const NAMES = ['a', 'b', 'c', 'd'];

/** Opens the settings at the list with conversation `a` selected. `c` is archived and `d` deleted. */
async function openList(prepare: (api: ScriptedApi) => void = () => {}) {
  const scripted = new ScriptedChat();
  const { api } = scripted;
  for (const id of NAMES) api.put(id);
  await api.changeConversation('c', { archived: true });
  await api.deleteConversation('d');
  prepare(api);
  const shown = await renderChat(<SettingsDialog selected="a" onUpgrade={() => {}} onClose={() => {}} />, {}, scripted);
  await screen.findByRole('link', { name: 'About a' });
  api.calls = [];
  return shown;
}

const tick = (name: string, options = {}) => fireEvent.click(screen.getByRole('checkbox', { name }), options);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const show = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
const says = (words: string) => waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(words));
const rename = ({ conversations }: ScriptedApi, id: string, title: string) => {
  const found = conversations.get(id);
  if (found) found.conversation = { ...found.conversation, title };
};
const changes = ({ calls }: ScriptedApi) =>
  calls.filter((call) => /^(change|delete|restore|purge) /.test(call)).toSorted();

test('archives all selected conversations, the one that the menu selected first', async () => {
  const { api } = await openList();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select About a' }).checked).toBe(true);
  await says('1 selected');
  tick('Select About b');
  press('Archive');
  await says('Archived 2 conversations.');
  expect(changes(api)).toEqual(['change a {"archived":true}', 'change b {"archived":true}']);
  await says('You have no conversations yet.');
});

test('moves all selected conversations into a project', async () => {
  const { api } = await openList((on) => on.storedProjects.put('p', 'Botany'));
  tick('Select About b');
  fireEvent.change(await screen.findByRole('combobox', { name: 'Move to…' }), { target: { value: 'p' } });
  await says('Moved 2 conversations.');
  expect(changes(api)).toEqual(['change a {"projectId":"p"}', 'change b {"projectId":"p"}']);
});

test('a conversation without a title is listed in the language of the page', async () => {
  setTranslator({ message: (id) => (id === 'New Chat' ? 'Neuer Chat' : undefined), plural: () => undefined });
  onTestFinished(() => setTranslator(null));
  await openList((api) => rename(api, 'b', 'New Chat'));
  await screen.findByRole('link', { name: 'Neuer Chat' });
  expect(screen.getByRole('checkbox', { name: 'Select Neuer Chat' })).toBeDefined();
});

test('selects a range with Shift, and all with one box', async () => {
  await openList((api) => void ['e', 'f', 'g'].forEach((id) => api.put(id)));
  tick('Select About a');
  tick('Select About b');
  tick('Select About f', { shiftKey: true });
  await says('3 selected');
  tick('Select all');
  await says('5 selected');
  tick('Select all');
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('restores an archived and a deleted conversation', async () => {
  const { api } = await openList();
  show('Archived');
  fireEvent.click(await screen.findByRole('button', { name: 'Restore About c' }));
  await says('Restored 1 conversation.');
  show('Deleted');
  fireEvent.click(await screen.findByRole('button', { name: 'Restore About d' }));
  await says('You have no deleted conversations.');
  expect(changes(api)).toEqual(['change c {"archived":false}', 'restore d']);
});

test.each([
  [0, '30 days left'],
  [1.5, '29 days left'],
  [28.5, '2 days left'],
  [29.9, '1 day left'],
])('a conversation deleted %d days ago has %s', async (days, words) => {
  // The evening, when most of today is over.
  const now = new Date(2026, 10, 30, 23);
  vi.useFakeTimers({ now, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await openList(({ deleted }) => {
    const { conversation } = deleted.get('d')!;
    conversation.updatedAt = new Date(now.getTime() - days * 86_400_000).toISOString();
  });
  show('Deleted');
  expect((await screen.findByText('About d')).closest('li')?.textContent).toContain(words);
});

test('asks before it deletes conversations for good, and Cancel keeps them', async () => {
  const { api } = await openList();
  show('Deleted');
  await screen.findByText('About d');
  expect(screen.queryByRole('link', { name: 'About d' })).toBeNull();
  tick('Select About d');
  press('Delete for good');
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('delete 1 conversation for good? This action cannot be undone.');
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(changes(api)).toEqual([]);
  press('Delete for good');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete for good' }));
  await says('Permanently deleted 1 conversation.');
  expect(changes(api)).toEqual(['purge d']);
});

test('exports the selected conversations and keeps them selected', async () => {
  const { api } = await openList();
  tick('Select About b');
  press('Export Markdown');
  await says('Exported 2 conversations.');
  press('Export JSON');
  await waitFor(() => expect(api.calls).toContain('export json a b'));
  expect(api.calls).toContain('export markdown a b');
  await says('2 selected');
  show('Deleted');
  await screen.findByText('About d');
  tick('Select all');
  expect(screen.queryByRole('button', { name: 'Export JSON' })).toBeNull();
});

test('says that a conversation cannot be archived, and that one is gone for good', async () => {
  const { api } = await openList((own) => own.failures.set('change', new AppError('internal')));
  press('Archive');
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
  show('Deleted');
  await screen.findByText('About d');
  // Another tab was faster.
  api.deleted.clear();
  press('Restore About d');
  await says('Restored 0 conversations.');
  await says('You have no deleted conversations.');
});

test('keeps what could not be deleted selected', async () => {
  const { api } = await openList();
  tick('Select About b');
  await says('2 selected');
  const remove = api.deleteConversation;
  vi.spyOn(api, 'deleteConversation').mockImplementation((id) =>
    id === 'b' ? Promise.reject(new AppError('internal')) : remove(id),
  );
  press('Delete');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
  await says('1 selected');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select About b' }).checked).toBe(true);
});

test('the list follows changes that other clients make', async () => {
  const { api, chat } = await openList();
  await api.deleteConversation('b');
  act(() => chat.setState({ changeCount: chat.getState().changeCount + 1 }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'About b' })).toBeNull());
});

/** Answers the list in pages; returns the limits that it is asked for. */
function inPages(api: ScriptedApi): number[] {
  const limits: number[] = [];
  const { history } = api;
  api.history = async (page: Parameters<typeof history>[0] & { limit?: number; before?: string }) => {
    const { limit = 0, before = '0' } = page;
    const all = await history(page);
    const end = Number(before) + limit;
    limits.push(limit);
    const nextBefore = end < all.conversations.length ? String(end) : null;
    return { ...all, conversations: all.conversations.slice(Number(before), end), nextBefore };
  };
  return limits;
}

test('a change elsewhere keeps the selection in a list that is longer than the largest page', async () => {
  const { api, chat } = await openList((on) => {
    for (let index = 0; index < 300; index++) on.put(`n${index}`);
    inPages(on);
  });
  for (const count of [100, 150, 200, 250]) {
    press('Show more');
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(count));
  }
  tick('Select all');
  await says('250 selected');
  rename(api, 'a', 'Tides');
  act(() => chat.setState({ changeCount: chat.getState().changeCount + 1 }));
  await screen.findByRole('link', { name: 'Tides' });
  await says('250 selected');
});

test('a next page that failed to load is loaded by Try again', async () => {
  const { api } = await openList((on) => {
    for (let index = 0; index < 60; index++) on.put(`n${index}`);
    inPages(on);
  });
  api.failures.set('history', new AppError('internal'));
  press('Show more');
  await says(sentenceOf('internal'));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  press('Try again');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(62));
  expect(screen.queryByText(sentenceOf('internal'))).toBeNull();
});

test('the list loads once after many conversations were changed', async () => {
  let limits: number[] = [];
  const { chat } = await openList((on) => void (limits = inPages(on)));
  // The server announces each change.
  const { setArchived } = chat.getState();
  chat.setState({
    setArchived: async (id, archived) => {
      await setArchived(id, archived);
      act(() => chat.setState({ changeCount: chat.getState().changeCount + 1 }));
    },
  });
  tick('Select all');
  limits.length = 0;
  press('Archive');
  await says('Archived 2 conversations.');
  await says('You have no conversations yet.');
  expect(limits).toEqual([50]);
});
