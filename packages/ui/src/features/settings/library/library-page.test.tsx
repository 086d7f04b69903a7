// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import type { LibraryFile } from '@parley/core';
import { expect, test, vi } from 'vitest';
import { TransportError } from '../../../api/transport-error.ts';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { LibraryPage } from './library-page.tsx';

function file(id: string, kind: LibraryFile['kind'], name: string): LibraryFile {
  const times = { conversationId: `of-${id}`, createdAt: '2020-01-02T12:00:00.000Z' };
  return { id, kind, name, type: 'x/y', size: 2048, url: `/api/files/${id}`, ...times };
}

async function openLibrary(files: LibraryFile[], prepare: (api: ScriptedApi) => void = () => {}) {
  const api = new ScriptedApi();
  api.libraryFiles = files;
  prepare(api);
  const onClose = vi.fn<() => void>();
  const shown = await renderWithClient(<LibraryPage onClose={onClose} />, { api, account: {}, reactStrictMode: false });
  return { ...shown, api, onClose };
}

const links = () => screen.queryAllByRole<HTMLAnchorElement>('link').map((link) => link.getAttribute('href'));

test('pictures come page by page and lead to their conversations', async () => {
  const { press, user, onClose } = await openLibrary(['a', 'b', 'c'].map((id) => file(id, 'image', `${id}.png`)));
  await screen.findByRole('img', { name: 'a.png, January 2, 2020' });
  expect(links()).toEqual(['/c/of-a', '/c/of-b']);
  await press('Show more');
  await waitFor(() => expect(links()).toEqual(['/c/of-a', '/c/of-b', '/c/of-c']));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  await user.click(screen.getByRole('img', { name: 'c.png, January 2, 2020' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('the first picture of the next page gets the focus, unless its user went on', async () => {
  const { press, api, user } = await openLibrary(['a', 'b', 'c', 'd', 'e'].map((id) => file(id, 'image', `${id}.png`)));
  await screen.findByRole('img', { name: 'a.png, January 2, 2020' });
  const focused = () => document.activeElement?.getAttribute('href');
  await press('Show more');
  await waitFor(() => expect(focused()).toBe('/c/of-c'));
  const gate = Promise.withResolvers<void>();
  api.gates.set('library', gate.promise);
  await press('Show more');
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  const before = focused();
  gate.resolve();
  await waitFor(() => expect(links()).toHaveLength(5));
  expect(focused()).toBe(before);
});

test('files have a list of their own, and an empty one says what comes there', async () => {
  const { user } = await openLibrary([file('a', 'pdf', 'plan.pdf')]);
  await screen.findByText('No pictures yet. Those that you attach and those that are drawn for you appear here.');
  await user.click(screen.getByRole('radio', { name: 'Files' }));
  expect((await screen.findByRole('link')).textContent).toBe('plan.pdf2 KB, January 2, 2020');
  await user.click(screen.getByRole('radio', { name: 'Pictures' }));
  await screen.findByText(/^No pictures yet/);
});

test('a page that could not be loaded is loaded on a press, and the earlier ones stay', async () => {
  const { api, press } = await openLibrary(
    ['a', 'b', 'c'].map((id) => file(id, 'image', `${id}.png`)),
    ({ failures }) => failures.set('library', new TransportError('cut')),
  );
  await screen.findByText('Can’t reach the server.', { exact: false });
  await press('Try again');
  await waitFor(() => expect(links()).toHaveLength(2));
  api.failures.set('library', new TransportError('cut'));
  await press('Show more');
  await screen.findByText('Can’t reach the server.', { exact: false });
  expect(links()).toHaveLength(2);
  await press('Try again');
  await waitFor(() => expect(links()).toHaveLength(3));
});

test('the answer for a kind that is not shown any more is dropped', async () => {
  const gate = Promise.withResolvers<void>();
  const { user } = await openLibrary([file('a', 'image', 'a.png'), file('b', 'pdf', 'plan.pdf')], ({ gates }) =>
    gates.set('library', gate.promise),
  );
  await user.click(screen.getByRole('radio', { name: 'Files' }));
  await screen.findByText('plan.pdf');
  gate.resolve();
  await waitFor(() => expect(links()).toEqual(['/c/of-b']));
});
