// @vitest-environment happy-dom
import { AppError } from '@parley/core';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { TransportError } from '../../../api/transport-error.ts';
import { ChatContext } from '../../../stores/client.ts';
import { ADA } from '../../../stores/testing/scripted-samples.ts';
import { renderChat } from '../../../testing/render-chat.tsx';
import { ImportPage } from './import-page.tsx';
import { importRunOf } from './import-run.ts';
import type { ImportReader } from './open-in-worker.ts';
import { openExport, type ExportReader } from './read-export.ts';

const chat = (id: string) => ({
  conversation_id: id,
  title: `About ${id}`,
  mapping: {
    q: { id: 'q', message: { author: { role: 'user' }, create_time: 1_770_000_000, content: { parts: [id] } } },
  },
});

/** Reads in this thread: happy-dom has no workers. */
function openHere(): ImportReader {
  let reader: ExportReader | undefined;
  return {
    async preview(files, onProgress) {
      reader = await openExport(files, Date.now());
      return reader.preview(onProgress);
    },
    read: (keys) => reader?.read(new Set(keys)) ?? expect.fail('Nothing was opened.'),
    close() {},
  };
}

async function openPage(productName = 'Parley') {
  const shown = await renderChat(<></>);
  shown.client.platform.settings.productName = productName;
  importRunOf(shown.client, openHere);
  const open = () =>
    shown.show(
      <ChatContext value={shown.chat}>
        <ImportPage />
      </ChatContext>,
    );
  await open();
  return { ...shown, open };
}

const choose = (...ids: string[]) => {
  const files = [new File([JSON.stringify(ids.map(chat))], 'conversations.json')];
  fireEvent.change(screen.getByLabelText('Files of the export'), { target: { files } });
};
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const says = (words: string | RegExp) => screen.findByText(words);

test('previews an export, imports what is ticked, and finds it again the next time', async () => {
  const { api } = await openPage();
  choose('a', 'b', 'c');
  await says('3 conversations, 2026');
  fireEvent.click(screen.getByRole('checkbox', { name: /About b/ }));
  await press('Import 2 conversations');
  await says('Imported: 2 new.');
  expect(api.calls).toContain('import a c');
  choose('a', 'b', 'c');
  await press('Import 3 conversations');
  await says('Imported: 1 new, the rest was here.');
});

test('waits for the server and goes on by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { api } = await openPage();
  api.failures.set('import', new TransportError('offline'));
  choose('a');
  await press('Import 1 conversation');
  await says('Waiting for the server. The import goes on by itself.');
  await vi.advanceTimersByTimeAsync(10_000);
  await says('Imported: 1 new.');
  vi.useRealTimers();
});

test('uploads the documents of new conversations only', async () => {
  const { api } = await openPage();
  const attachments = [{ file_name: 'notes.txt', extracted_content: 'The tide' }];
  const message = { uuid: 'm', sender: 'human', text: '', created_at: '2026-05-01T10:00:00Z', attachments };
  const exported = JSON.stringify([{ uuid: 'c', name: 'Notes', chat_messages: [message] }]);
  const again = () => {
    const files = [new File([exported], 'conversations.json')];
    fireEvent.change(screen.getByLabelText('Files of the export'), { target: { files } });
  };
  again();
  await press('Import 1 conversation');
  await waitFor(() => expect(api.uploads).toHaveLength(1));
  api.uploads[0]?.resolve({
    id: 'f',
    kind: 'text',
    name: 'notes.txt',
    type: 'text/plain',
    size: 8,
    url: '/api/files/f',
  });
  await says('Imported: 1 new.');
  again();
  await press('Import 1 conversation');
  await says('Imported: everything was here.');
  expect(api.uploads).toHaveLength(1);
});

test('counts a conversation that the export has twice as one', async () => {
  await openPage();
  choose('a', 'b', 'a');
  await press('Import 2 conversations');
  await says('Imported: 2 new.');
});

test('names the conversation that the server refuses', async () => {
  const { api } = await openPage();
  choose('a');
  await screen.findByText('1 conversation, 2026');
  api.failures.set('import', new AppError('invalid-request', { message: 'The field "title" is missing.' }));
  await press('Import 1 conversation');
  await says('About a could not be imported. The field "title" is missing.');
});

test('offers to go on after a reload, and stops when asked', async () => {
  const first = await openPage();
  const gate = Promise.withResolvers<void>();
  first.api.gates.set('import', gate.promise);
  choose('a', 'b');
  await press('Import 2 conversations');
  await screen.findByRole('progressbar', { name: 'Importing' });
  await press('Stop');
  await says(/^An import ended early, at 0 of 2 conversations\. Choose the same files to go on\.$/);
  gate.resolve();
});

test('shows an unfinished import to no other user', async () => {
  const { api, client, show, open } = await openPage();
  const gate = Promise.withResolvers<void>();
  api.gates.set('import', gate.promise);
  choose('a', 'b');
  await press('Import 2 conversations');
  await screen.findByRole('progressbar', { name: 'Importing' });
  await press('Stop');
  await says(/^An import ended early/);
  await show(<></>);
  client.session.setState({ user: { ...ADA, _id: 'bob' } });
  await open();
  expect(screen.queryByText(/^An import ended early/)).toBeNull();
  gate.resolve();
});

test('goes on under the same import with the same files, and begins another one with others', async () => {
  const { api } = await openPage();
  const gate = Promise.withResolvers<void>();
  const interrupt = async () => {
    api.gates.set('import', gate.promise);
    choose('a', 'b');
    await press('Import 2 conversations');
    await screen.findByRole('progressbar', { name: 'Importing' });
    await press('Stop');
    api.gates.delete('import');
  };
  await interrupt();
  expect(api.importIds.size).toBe(1);
  choose('c');
  await press('Import 1 conversation');
  await says('Imported: 1 new.');
  expect(api.importIds.size).toBe(2);
  await interrupt();
  choose('a', 'b');
  await press('Import 2 conversations');
  await says(/^Imported: /);
  expect(api.importIds.size).toBe(3);
  gate.resolve();
});

test('names the product of the operator in place of ours', async () => {
  const { api, show, open } = await openPage('Harbor');
  api.ownImports = [{ importId: 'i', importedAt: '2026-01-01T00:00:00.000Z', conversations: 2, source: 'parley' }];
  await show(<></>);
  await open();
  await says(/Open WebUI or Harbor\./);
  await screen.findByRole('button', { name: 'Remove the import from Harbor' });
  choose();
  await says('conversations.json has no conversations that can be imported.');
  expect(document.body.textContent).not.toContain('Parley');
});

test('lists what each import has from each product, and removes one of them after asking', async () => {
  const { api, show, open } = await openPage();
  const both = { importId: 'i', importedAt: '2026-01-01T00:00:00.000Z', conversations: 2 };
  api.ownImports = [
    { ...both, source: 'claude' },
    { ...both, source: 'chatgpt' },
  ];
  await show(<></>);
  await open();
  await press('Remove the import from Claude');
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('delete the 2 conversations of this import?');
  fireEvent.click(within(question).getByRole('button', { name: 'Remove' }));
  await says('Deleted 2 conversations. You can restore them for 30 days.');
  await waitFor(() => expect(api.calls).toContain('deleteImport i claude'));
  expect(screen.getByRole('button', { name: 'Remove the import from ChatGPT' })).toBeTruthy();
});
