// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AppError, withAttachments } from '@parley/core';
import { question, reply, stored } from '../../../../stores/testing/scripted-samples.ts';
import { renderConversation } from '../../../../testing/render-chat.tsx';
import { MessageRow } from '../list/message-row.tsx';

const ROW = <MessageRow conversationId="c" messageId="q" isFirst isLast={false} isNear />;
const renderQuestion = (message = question('q', 'How high is the tide?')) =>
  renderConversation(ROW, [message, reply('r', { text: 'High.' })]);

/** Presses the pencil and waits for the form. */
const edit = async ({ press }: Awaited<ReturnType<typeof renderQuestion>>) => {
  await press('Edit message');
  await screen.findByRole('textbox', { name: 'Edit message' });
};

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edit message' });

test('the pencil opens the edit form, and Cancel leaves the question unchanged', async () => {
  const page = await renderQuestion();
  await edit(page);
  expect(Number(box().rows)).toBe(3);
  await page.user.clear(box());
  await page.user.type(box(), 'How low?');
  await page.press('Cancel');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText('How high is the tide?')).toBeDefined();
});

test('an edit offers to forget what the reply remembered', async () => {
  const page = await renderQuestion();
  page.api.storedMemories.put('m', 'Lives at the sea.', { messageId: 'r', conversationId: 'c' });
  await page.set({ memories: { r: page.api.storedMemories.stored } });
  await edit(page);
  await page.press('Undo: Lives at the sea.');
  await waitFor(() => expect(screen.queryByText('Remembered: Lives at the sea.')).toBeNull());
  expect(page.api.storedMemories.stored).toEqual([]);
});

test('Escape cancels an edit and stops there', async () => {
  const page = await renderQuestion();
  await edit(page);
  let unhandled = 0;
  const listen = (event: KeyboardEvent) => event.defaultPrevented || unhandled++;
  document.addEventListener('keydown', listen);
  await page.user.type(box(), '{Escape}');
  document.removeEventListener('keydown', listen);
  expect(page.state.editing).toBeNull();
  expect(unhandled).toBe(0);
});

test('an open edit keeps its text and gets the focus when its question is opened again', async () => {
  const page = await renderQuestion();
  await edit(page);
  await page.user.type(box(), ' And low?');
  box().blur();
  await act(async () => page.state.beginEdit('c'));
  expect(box().value).toBe('How high is the tide? And low?');
  expect(document.activeElement).toBe(box());
});

test('Escape during an IME composition leaves the edit open', async () => {
  const page = await renderQuestion();
  await edit(page);
  fireEvent.keyDown(box(), { key: 'Escape', keyCode: 229 });
  expect(page.state.editing).not.toBeNull();
});

test.each(['Control', 'Meta'])('Enter with %s saves an edit and regenerates, and Enter alone does not', async (key) => {
  const { api, press, user } = await renderQuestion();
  await press('Edit message');
  await user.type(box(), ' Now?{Enter}');
  expect(api.streams).toEqual([]);
  await user.keyboard(`{${key}>}{Enter}{/${key}}`);
  await waitFor(() => expect(api.stream.request).toMatchObject({ text: 'How high is the tide? Now?' }));
});

test('an edit can be saved while a reply is streaming', async () => {
  const page = await renderQuestion();
  await edit(page);
  const { c: thread } = page.state.threads;
  const running = { generationId: null, messageId: 'r', connection: 'live', stopping: false } as const;
  if (thread) await page.set({ threads: { c: { ...thread, reply: running } } });
  expect(screen.getByRole('button', { name: 'Save & Regenerate' })).toHaveProperty('disabled', false);
});

test('Save & Regenerate closes an edit that left nothing but blanks, and keeps the question', async () => {
  const { api, press, user } = await renderQuestion();
  await press('Edit message');
  await user.clear(box());
  await user.type(box(), '  {Enter} ');
  await press('Save & Regenerate');
  await screen.findByText('How high is the tide?');
  expect(api.streams).toEqual([]);
});

test('the version switch steps through the versions of a question', async () => {
  const { api, press } = await renderQuestion({ ...question('q', 'Second?'), versionIds: ['p', 'q', 's'] });
  const versions = await screen.findByRole('group', { name: 'Versions' });
  expect(versions.textContent).toBe('2 / 3');
  await press('Previous version');
  await waitFor(() => expect(api.calls).toContain('version c p'));
  await press('Next version');
  await waitFor(() => expect(api.calls).toContain('version c s'));
});

test('a picture reserves a place at most 200 px wide, and says when it is gone', async () => {
  const picture = stored('tide', { width: 800, height: 600 });
  const { api } = await renderQuestion(withAttachments(question('q', ''), [picture]));
  const image = await screen.findByRole<HTMLImageElement>('img', { name: 'Attached: tide.png' });
  expect([image.width, image.height]).toEqual([200, 150]);
  api.failures.set('file', new AppError('not-found'));
  fireEvent.error(image);
  await screen.findByText('The image “tide.png” is no longer available.');
});

test('a picture that failed to load offline is not reported as gone, and loads on reconnect', async () => {
  const { api } = await renderQuestion(withAttachments(question('q', ''), [stored('tide')]));
  const network = Promise.withResolvers<undefined>();
  vi.spyOn(api, 'ping').mockRejectedValueOnce(new Error('no network')).mockReturnValue(network.promise);
  api.failures.set('file', new Error('no network'));
  fireEvent.error(await screen.findByRole('img'));
  await screen.findByText('The image “tide.png” couldn’t be loaded.');
  network.resolve(undefined);
  await screen.findByRole('img');
});

test('a picture that the server could not send just now is not reported as gone', async () => {
  const { api } = await renderQuestion(withAttachments(question('q', ''), [stored('tide')]));
  api.failures.set('file', new AppError('unavailable'));
  fireEvent.error(await screen.findByRole('img'));
  await screen.findByText('The image “tide.png” couldn’t be loaded.');
});

test('a question without text offers to open its files and to edit it', async () => {
  await renderQuestion(withAttachments(question('q', ''), [stored('tide'), stored('moon')]));
  expect((await screen.findAllByRole('img')).map((image) => image.getAttribute('alt'))).toEqual([
    'Attached: tide.png',
    'Attached: moon.png',
  ]);
  expect(screen.getByRole('button', { name: 'Edit message' })).toBeDefined();
});

test('a document opens its extracted text', async () => {
  const document = stored('d', { kind: 'pdf', type: 'application/pdf', name: 'tides.pdf', pages: 2 });
  const { api, user } = await renderQuestion(withAttachments(question('q', 'What is in it?'), [document]));
  api.documentText = async () => ({ text: 'Ebb and flood.', isCut: true });
  const row = await screen.findByRole('button', { name: /tides\.pdf/ });
  expect(row.textContent).toContain('PDF, 2 pages');
  await user.click(row);
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('Ebb and flood.');
  expect(dialog.textContent).toContain('only read the beginning');
});

/** Lets time pass only while the process runs. */
function useOwnTime(): void {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
}

test('Copy in the menu of a long press says that it has copied', async () => {
  const page = await renderQuestion();
  useOwnTime();
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const touch = { pointerType: 'touch', isPrimary: true };
  fireEvent.pointerDown(screen.getByText('How high is the tide?'), touch);
  await page.user.click(await screen.findByRole('menuitem', { name: 'Copy' }));
  await waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Copied'));
});

test('a question shows when it was asked, and Copy copies its text', async () => {
  const copied: string[] = [];
  const page = await renderQuestion({ ...question('q', 'How high?'), timestamp: '2026-01-02T03:04:05.000Z' });
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  expect(document.querySelector('time')).toMatchObject({ dateTime: '2026-01-02T03:04:05.000Z' });
  useOwnTime();
  await page.press('Copy message');
  await screen.findByRole('button', { name: 'Copied' });
  expect(copied).toEqual(['How high?']);
});
