// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { AppError, sentenceOf } from '@parley/core';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { question, stored } from '../../../stores/testing/scripted-samples.ts';
import type { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { ScriptedChat } from '../../../stores/testing/scripted-chat.ts';
import { TransportError } from '../../../api/transport-error.ts';
import { renderChat } from '../../../testing/render-chat.tsx';
import { ProjectsRow } from '../sidebar/projects-row.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { ProjectOverlay, type ProjectAction } from './project-overlay.tsx';
import { startChatIn } from './start-chat-in.ts';

const nothing = () => {};

/** The projects as in the sidebar, and their dialogs as on the page. */
function Projects() {
  const [action, setAction] = useState<ProjectAction | null>(null);
  const [moved, setMoved] = useState<string | null>(null);
  return (
    <>
      <ProjectsRow
        currentId="c"
        onDelete={nothing}
        onChoose={nothing}
        onSelect={nothing}
        onMove={setMoved}
        onShare={nothing}
        onProject={setAction}
      />
      {action && <ProjectOverlay action={action} onClose={() => setAction(null)} />}
      {moved !== null && <MoveDialog id={moved} onClose={() => setMoved(null)} />}
    </>
  );
}

function scripted() {
  const played = new ScriptedChat();
  const { storedProjects } = played.api;
  storedProjects.put('b', 'Botany');
  storedProjects.put('a', '<b>Astronomy</b>', { color: 'blue', instructions: 'Be brief.' });
  played.api.put('c', question('q', 'Why?'));
  played.api.put('d', question('q2', 'How?'));
  const found = played.api.conversations.get('c');
  if (found) found.conversation = { ...found.conversation, projectId: 'b' };
  return played;
}

async function open(played = scripted()) {
  const page = await renderChat(<Projects />, {}, played);
  await act(() => page.state.start('ada'));
  await page.user.click(screen.getByRole('button', { name: 'Projects' }));
  await screen.findByRole('button', { name: 'Botany' });
  return { ...page, api: played.api, played };
}
const names = () =>
  screen
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((name) => name === 'Botany' || name === '<b>Astronomy</b>');

test('the projects of the sidebar load when it is opened, and those of the list sort by name', async () => {
  const { user, api } = await open();
  expect(api.calls).toContain('projects');
  expect(names()).toEqual(['Botany', '<b>Astronomy</b>']);
  await user.click(screen.getByRole('button', { name: 'Sort by name' }));
  expect(names()).toEqual(['<b>Astronomy</b>', 'Botany']);
});

test('the project of the open conversation shows its conversations, and no others', async () => {
  const { user } = await open();
  await screen.findByRole('link', { name: 'About c' });
  expect(screen.queryByRole('link', { name: 'About d' })).toBeNull();
  await user.click(screen.getByRole('button', { name: '<b>Astronomy</b>' }));
  await screen.findByRole('button', { name: 'New chat in project' });
  await user.click(screen.getByRole('button', { name: 'Botany' }));
  expect(screen.queryByRole('link', { name: 'About c' })).toBeNull();
});

test('more conversations of a project that fail to load are reported, and Try again loads them', async () => {
  const played = scripted();
  const { api } = played;
  const { history } = api;
  const listed = api.conversations.get('d');
  if (listed) listed.conversation = { ...listed.conversation, projectId: 'b' };
  api.beyond.add('d');
  // Pages of one.
  api.history = async (page: Parameters<typeof history>[0] & { before?: string }) => {
    const all = await history(page);
    if (page.project === undefined) return all;
    const start = Number(page.before ?? 0);
    const nextBefore = start + 1 < all.conversations.length ? String(start + 1) : null;
    return { ...all, conversations: all.conversations.slice(start, start + 1), nextBefore };
  };
  const { user } = await open(played);
  await screen.findByRole('button', { name: 'Show more' });
  const isAlone = () => screen.queryAllByRole('link').length === 1;
  expect(isAlone()).toBe(true);
  api.failures.set('history', new AppError('internal'));
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText(sentenceOf('internal'));
  expect(isAlone()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(2));
  expect(screen.queryByText(sentenceOf('internal'))).toBeNull();
  expect(screen.queryByRole('button', { name: /Show more|Try again/ })).toBeNull();
});

test('a change keeps all conversations of a project that are shown, however many', async () => {
  const played = scripted();
  const { api } = played;
  const { history } = api;
  for (let index = 0; index < 230; index++) {
    api.put(`n${index}`, question(`q${index}`, 'Why?'));
    const made = api.conversations.get(`n${index}`);
    if (made) made.conversation = { ...made.conversation, projectId: 'b' };
  }
  api.history = async (page: Parameters<typeof history>[0] & { before?: string; limit?: number }) => {
    const all = await history(page);
    if (page.project === undefined) return { ...all, conversations: [] };
    const start = Number(page.before ?? 0);
    const end = start + (page.limit ?? 0);
    const nextBefore = end < all.conversations.length ? String(end) : null;
    return { ...all, conversations: all.conversations.slice(start, end), nextBefore };
  };
  const { chat } = await open(played);
  fireEvent.click(screen.getByRole('button', { name: 'Botany' }));
  for (let count = 20; count < 220; count += 20) {
    await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(count));
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  }
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(220));
  const reads = () => api.calls.filter((call) => call === 'history').length;
  const before = reads();
  act(() => chat.setState({ changeCount: chat.getState().changeCount + 1 }));
  await waitFor(() => expect(reads()).toBe(before + 2));
  expect(screen.getAllByRole('link')).toHaveLength(220);
});

test('a conversation that is deleted leaves the list of its project at once', async () => {
  const { chat, api } = await open();
  await screen.findByRole('link', { name: 'About c' });
  vi.spyOn(api, 'deleteConversation').mockReturnValue(new Promise(() => {}));
  await act(async () => void chat.getState().deleteConversation('c'));
  expect(screen.queryByRole('link', { name: 'About c' })).toBeNull();
});

test('a project is created with a color and instructions, and one without a name is refused', async () => {
  const { user, api } = await open();
  await user.click(screen.getByRole('button', { name: 'New project' }));
  await user.click(await screen.findByRole('button', { name: 'Create' }));
  expect(screen.getByText('Give the project a name.')).toBeDefined();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Chemistry');
  await user.click(screen.getByRole('radio', { name: 'green' }));
  await user.type(screen.getByRole('textbox', { name: 'Instructions' }), 'Use SI units.');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await screen.findByRole('button', { name: 'Chemistry' });
  expect(api.calls).toContain('createProject {"name":"Chemistry","color":"green","instructions":"Use SI units."}');
});

test('the name of a project may have 80 characters, of which an emoji is one', async () => {
  const { user, api } = await open();
  await user.click(screen.getByRole('button', { name: 'New project' }));
  await user.click(await screen.findByRole('textbox', { name: 'Name' }));
  await user.paste('🌱'.repeat(81));
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(api.calls.join()).toContain(`"name":"${'🌱'.repeat(80)}"`));
});

test('deleting a project asks about its chats, keeps them by default, and can be undone', async () => {
  const { user, api } = await open();
  await user.click(screen.getByRole('button', { name: 'More for Botany' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Keep its chats/ }).checked).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText('“Botany” is deleted.');
  expect(api.calls).toContain('deleteProject b keep');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.calls).toContain('restoreProject b'));
});

test('undoing the deletion of a project keeps its dialog until that is done, and says why it failed', async () => {
  const { user, api } = await open();
  await user.click(screen.getByRole('button', { name: 'More for Botany' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText('“Botany” is deleted.');
  const gate = Promise.withResolvers<void>();
  api.gates.set('restoreProject', gate.promise);
  api.failures.set('restoreProject', new TransportError('offline'));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByRole('dialog', { name: 'Project deleted' })).toBeDefined();
  await act(async () => gate.resolve());
  expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach the server.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a project whose answer was lost is not created twice, and gets what was changed since', async () => {
  const { user, api } = await open();
  const { storedProjects } = api;
  const { create } = storedProjects;
  vi.spyOn(storedProjects, 'create').mockImplementationOnce(async (project) => {
    await create(project);
    throw new TransportError('offline');
  });
  await user.click(screen.getByRole('button', { name: 'New project' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Chemistry');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await screen.findByRole('alert');
  await user.type(screen.getByRole('textbox', { name: 'Instructions' }), 'Use SI units.');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const made = storedProjects.stored.filter(({ name }) => name === 'Chemistry');
  expect(made).toEqual([expect.objectContaining({ instructions: 'Use SI units.' })]);
});

test('a change on another device shows within the list', async () => {
  const { chat, api } = await open();
  api.storedProjects.put('z', 'Zoology');
  act(() => chat.getState().handleUserEvent({ type: 'projects' }));
  await screen.findByRole('button', { name: 'Zoology' });
});

test('a new chat of a project belongs to it from its first message on', async () => {
  const { user, api, state } = await open();
  await user.click(screen.getByRole('button', { name: 'More for Botany' }));
  const before = location.pathname;
  await user.click(await screen.findByRole('menuitem', { name: 'New chat in project' }));
  // The history first leaves the menu's entry, which takes time.
  await waitFor(() => expect(location.pathname).not.toBe(before));
  const [id = ''] = location.pathname.split('/').slice(-1);
  await act(async () => {
    await state.openThread(id);
    void state.send(id, 'Hello');
  });
  await waitFor(() => expect(api.stream.request).toMatchObject({ conversationId: id, projectId: 'b' }));
});

test('a new chat of a project is another one while a message waits for the connection in the first', async () => {
  const { chat, client, played } = await open();
  const { storage } = client.platform;
  const first = startChatIn(chat, storage, 'ada', 'b');
  expect(startChatIn(chat, storage, 'ada', 'b')).toBe(first);
  played.isReached = false;
  await act(async () => {
    await chat.getState().openThread(first);
    await chat.getState().send(first, 'Hello');
  });
  await waitFor(() => expect(chat.getState().queued[first]).toHaveLength(1));
  expect(startChatIn(chat, storage, 'ada', 'b')).not.toBe(first);
});

test('a conversation moves into a project at once, and back when the server refuses', async () => {
  const played = scripted();
  const { user, chat, state } = await renderChat(<MoveDialog id="d" onClose={nothing} />, {}, played);
  await act(() => state.start('ada'));
  const projectOf = () => chat.getState().conversations.find(({ id }) => id === 'd')?.projectId;
  await user.click(await screen.findByRole('button', { name: 'Botany' }));
  await waitFor(() => expect(projectOf()).toBe('b'));
  expect(played.api.calls).toContain('change d {"projectId":"b"}');
  played.api.failures.set('change', new TransportError('offline'));
  await user.click(await screen.findByRole('button', { name: 'No project' }));
  await waitFor(() => expect(chat.getState().notice).toMatchObject({ kind: 'change-failed' }));
  expect(projectOf()).toBe('b');
});

test('projects that this device has seen are shown without a connection, and stored without instructions', async () => {
  const { chat, api, storage } = await open();
  await waitFor(() => expect(JSON.stringify([...storage.items])).toContain('Botany'));
  expect(JSON.stringify([...storage.items])).not.toContain('Be brief.');
  api.failures.set('projects', new TransportError('offline'));
  act(() => chat.setState({ projects: null }));
  expect(screen.queryByRole('button', { name: 'Botany' })).toBeNull();
  act(() => chat.getState().handleUserEvent({ type: 'projects' }));
  await screen.findByRole('button', { name: 'Botany' });
});

test('editing a project that came from the local cache keeps the instructions that it lacks', async () => {
  const { user, chat, api, storage } = await open();
  await waitFor(() => expect(JSON.stringify([...storage.items])).toContain('Botany'));
  api.failures.set('projects', new TransportError('offline'));
  await act(async () => {
    chat.setState({ projects: null });
    chat.getState().handleUserEvent({ type: 'projects' });
  });
  await user.click(await screen.findByRole('button', { name: 'More for <b>Astronomy</b>' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await user.click(await screen.findByRole('radio', { name: 'green' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.calls.filter((call) => call.startsWith('changeProject'))).toEqual(['changeProject a {"color":"green"}']);
});

test('a conversation that only its project lists can be moved out of it', async () => {
  const { user, chat, api } = await open();
  await screen.findByRole('link', { name: 'About c' });
  await act(async () => chat.setState({ conversations: [] }));
  await user.click(await screen.findByRole('button', { name: 'More for About c' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }));
  await user.click(await screen.findByRole('button', { name: 'No project' }));
  await waitFor(() => expect(api.calls).toContain('change c {"projectId":null}'));
});

/** Fails this call until Try again is pressed. */
function failing(api: ScriptedApi, call: 'list' | 'files') {
  const calls = vi.spyOn(api.storedProjects, call).mockRejectedValue(new TransportError('offline'));
  return async () => {
    const again = await screen.findByRole('button', { name: 'Try again' });
    calls.mockRestore();
    fireEvent.click(again);
  };
}

test('the files of a project that could not be loaded are loaded by Try again', async () => {
  const { user, api } = await open();
  api.storedProjects.storedFiles.set('b', [stored('old', { kind: 'pdf', name: 'paper.pdf' })]);
  const tryAgain = failing(api, 'files');
  await user.click(screen.getByRole('button', { name: 'More for Botany' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await tryAgain();
  await screen.findByRole('button', { name: 'Remove paper.pdf' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('deleted projects that could not be loaded are loaded by Try again', async () => {
  const { user, api } = await open();
  await api.storedProjects.delete('b', 'keep');
  const tryAgain = failing(api, 'list');
  await user.click(screen.getByRole('button', { name: 'Deleted projects' }));
  await tryAgain();
  await screen.findByRole('button', { name: 'Restore Botany' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('projects that could not be loaded to move a conversation are loaded by Try again', async () => {
  const played = scripted();
  const tryAgain = failing(played.api, 'list');
  await renderChat(<MoveDialog id="d" onClose={nothing} />, {}, played);
  await tryAgain();
  await screen.findByRole('button', { name: 'Botany' });
});

test('files are added to a project, replace those of the same name, and are removed; a picture is refused', async () => {
  const { user, api } = await open();
  const { storedProjects } = api;
  const paper = stored('old', { kind: 'pdf', name: 'paper.pdf' });
  storedProjects.storedFiles.set('b', [paper]);
  storedProjects.uploaded = [{ ...paper, id: 'new' }];
  await user.click(screen.getByRole('button', { name: 'More for Botany' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await screen.findByRole('button', { name: 'Remove paper.pdf' });
  const input = screen.getByLabelText<HTMLInputElement>('Add files');
  await user.upload(input, [
    new File(['x'], 'cat.png', { type: 'image/png' }),
    new File(['%PDF'], 'paper.pdf', { type: 'application/pdf' }),
  ]);
  await waitFor(() => expect(api.uploads).toHaveLength(1));
  await act(async () => api.uploads[0]?.resolve({ ...paper, id: 'new' }));
  await waitFor(() => expect(api.calls).toContain('removeFile b old'));
  expect(screen.getByText('cat.png: A project takes documents and text files.')).toBeDefined();
  // The answer to an earlier press was lost.
  vi.spyOn(storedProjects, 'removeFile').mockRejectedValueOnce(new AppError('not-found'));
  await user.click(await screen.findByRole('button', { name: 'Remove paper.pdf' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove paper.pdf' })).toBeNull());
});

test('a list of files that was read before a removal and arrives after it does not show the file again', async () => {
  const { user, api, chat } = await open();
  const { storedProjects } = api;
  const paper = stored('old', { kind: 'pdf', name: 'paper.pdf' });
  storedProjects.storedFiles.set('b', [paper]);
  await user.click(screen.getByRole('button', { name: 'More for Botany' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const remove = await screen.findByRole('button', { name: 'Remove paper.pdf' });
  const late = Promise.withResolvers<(typeof paper)[]>();
  vi.spyOn(storedProjects, 'files').mockReturnValueOnce(late.promise);
  await act(async () => chat.getState().handleUserEvent({ type: 'projects' }));
  await waitFor(() => expect(storedProjects.files).toHaveBeenCalledOnce());
  await user.click(remove);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove paper.pdf' })).toBeNull());
  await act(async () => late.resolve([paper]));
  expect(screen.queryByRole('button', { name: 'Remove paper.pdf' })).toBeNull();
});

test('a conversation that is dragged onto a project moves into it, and other links do not', async () => {
  const { api } = await open();
  const id = '11111111-2222-4333-8444-555555555555';
  api.put(id, question('q3', 'When?'));
  const target = screen.getByRole('button', { name: 'Botany' });
  const drop = (url: string) =>
    fireEvent.drop(target, { dataTransfer: { types: ['text/uri-list'], getData: () => url } });
  drop('https://example.com/elsewhere');
  drop(`https://parley.example/c/${id}`);
  await waitFor(() => expect(api.calls).toContain(`change ${id} {"projectId":"b"}`));
  expect(api.calls.filter((call) => call.startsWith('change '))).toHaveLength(1);
});

test('a deleted project is restored from the list of deleted projects', async () => {
  const { user, api } = await open();
  await api.storedProjects.delete('b', 'delete');
  await user.click(screen.getByRole('button', { name: 'Deleted projects' }));
  await user.click(await screen.findByRole('button', { name: 'Restore Botany' }));
  await screen.findByText('You have no deleted projects.');
  expect(api.calls).toContain('restoreProject b');
});
