// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, test, vi } from 'vitest';
import type { ScriptedStream } from '../../../stores/testing/scripted-stream.ts';
import { renderChat } from '../../../testing/render-chat.tsx';
import { reply } from '../../../stores/testing/scripted-samples.ts';
import { ScriptedChat } from '../../../stores/testing/scripted-chat.ts';
import { TemporaryChat } from './temporary-chat.tsx';

const nothing = () => {};

async function open(onClose = vi.fn<() => void>()) {
  const scripted = new ScriptedChat();
  const part = (
    <TemporaryChat
      menuRef={createRef()}
      onMenu={nothing}
      onNewChat={nothing}
      onSignIn={nothing}
      onUpgrade={nothing}
      onClose={onClose}
    />
  );
  const page = await renderChat(part, {}, scripted);
  await screen.findByText('Nothing of this is kept.');
  const ask = async (text: string): Promise<ScriptedStream> => {
    const box = await screen.findByRole('textbox', { name: 'Message' });
    await page.user.type(box, `${text}{Enter}`);
    await vi.waitFor(() => expect(scripted.api.stream.request?.messages?.at(-1)?.content).toBe(text));
    return scripted.api.stream;
  };
  return { ...page, api: scripted.api, ask, onClose };
}

test('a temporary chat sends the whole conversation, and its own store alone has it', async () => {
  const { api, ask, chat } = await open();
  const first = await ask('One?');
  expect(first.request).toMatchObject({ temporary: true, messages: [{ role: 'user', content: 'One?' }] });
  await act(async () => {
    await first.accept();
    await first.finish(reply('r1', { text: 'One.' }));
  });
  await screen.findByText('One.');
  const second = await ask('Two?');
  expect(second.request?.messages).toEqual([
    { role: 'user', content: 'One?' },
    { role: 'assistant', content: 'One.' },
    { role: 'user', content: 'Two?' },
  ]);
  expect(second.request).not.toHaveProperty('text');
  expect(document.title).toContain('Temporary chat');
  expect(JSON.stringify(chat.getState())).not.toContain('One');
  expect(api.calls.filter((call) => /^(conversation|history|active)/.test(call))).toEqual([]);
});

test('the sentence of a failed reply is not sent as words of the assistant', async () => {
  const { ask } = await open();
  const first = await ask('One?');
  await act(async () => {
    await first.accept();
    await first.send({ type: 'error', code: 'model-failed', error: 'It broke.' });
  });
  await screen.findByText('Error: It broke.');
  expect((await ask('Two?')).request?.messages).toEqual([
    { role: 'user', content: 'One?' },
    { role: 'user', content: 'Two?' },
  ]);
});

test('a reload asks first only while a temporary chat has messages', async () => {
  const { ask } = await open();
  const reload = () => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(reload()).toBe(false);
  await ask('One?');
  expect(reload()).toBe(true);
});

test('a file goes along with each question after it, and is deleted with the chat', async () => {
  const { api, ask, user, press, unmount } = await open();
  const attach = async (id: string, name: string) => {
    await press('Attach a file');
    const chooser = document.querySelector<HTMLInputElement>('input[type=file]');
    await user.upload(chooser as HTMLInputElement, new File(['bytes'], name, { type: 'text/plain' }));
    await vi.waitFor(() => expect(api.uploads.at(-1)?.file.name).toBe(name));
    const url = `/api/files/${id}`;
    await act(async () => api.uploads.at(-1)?.resolve({ id, name, url, kind: 'text', type: 'text/plain', size: 5 }));
  };
  await attach('f1', 'a.txt');
  const first = await ask('What is it?');
  const question = { role: 'user', content: 'What is it?', attachmentIds: ['f1'] };
  expect(first.request?.messages).toEqual([question]);
  await act(async () => {
    await first.accept();
    await first.finish(reply('r1', { text: 'A file.' }));
  });
  await screen.findByText('A file.');
  await attach('f2', 'b.txt');
  const second = await ask('And this?');
  expect(second.request?.messages).toEqual([
    question,
    { role: 'assistant', content: 'A file.' },
    { role: 'user', content: 'And this?', attachmentIds: ['f2'] },
  ]);
  expect(api.calls.filter((call) => call.startsWith('deleteUpload'))).toEqual([]);
  unmount();
  await vi.waitFor(() => expect(api.calls.filter((call) => call.startsWith('deleteUpload'))).toHaveLength(2));
});

test('closing the page deletes the files', async () => {
  const { api, press, user, onClose } = await open();
  await press('Attach a file');
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]');
  await user.upload(chooser as HTMLInputElement, new File(['x'], 'a.txt'));
  await vi.waitFor(() => expect(api.uploads).toHaveLength(1));
  await act(async () =>
    api.uploads[0]?.resolve({ id: 'f1', name: 'a.txt', url: '', kind: 'text', type: 'text/plain', size: 1 }),
  );
  // The page is shown again for the test files after this one.
  dispatchEvent(new Event('pagehide'));
  expect(api.calls).toContain('deleteUpload f1');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('leaving a temporary chat stops its reply', async () => {
  const { api, ask, storage, unmount } = await open();
  const stream = await ask('One?');
  await act(() => stream.accept());
  unmount();
  await vi.waitFor(() => expect(api.calls.some((call) => call.startsWith('stop '))).toBe(true));
  expect(JSON.stringify([...storage.items])).not.toContain('One?');
});

test('leaving a temporary chat before its question is accepted stops the reply as soon as it is', async () => {
  const { api, ask, unmount } = await open();
  const stream = await ask('One?');
  unmount();
  expect(stream.signal.aborted).toBe(false);
  await stream.accept();
  expect(api.calls.filter((call) => call.startsWith('stop '))).toEqual(['stop run']);
  expect(stream.signal.aborted).toBe(true);
});

test('a temporary chat closes when a chat of a project begins in its place', async () => {
  history.replaceState(null, '', '/c/place');
  const { set, onClose } = await open();
  expect(onClose).not.toHaveBeenCalled();
  await set({ startsIn: { place: 'project' } });
  expect(onClose).toHaveBeenCalled();
});
