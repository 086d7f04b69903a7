// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { AppError } from '@parley/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TransportError } from '../../../api/transport-error.ts';
import { openStoredRecording } from '../../../stores/dictation/stored-recording.ts';
import { changeUnfinished } from '../../../stores/dictation/unfinished-dictations.ts';
import { UNFINISHED_KEY } from '../../../stores/dictation/unfinished-key.ts';
import { ChatContext } from '../../../stores/client.ts';
import { ScriptedChat } from '../../../stores/testing/scripted-chat.ts';
import { ADA } from '../../../stores/testing/scripted-samples.ts';
import { renderConversation } from '../../../testing/render-chat.tsx';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { reading, stopReading } from '../read-aloud/reading.ts';
import { Dock } from '../composer/dock.tsx';
import { FakeMicrophone } from './testing/fake-microphone.ts';

const nothing = () => {};

let microphone: FakeMicrophone;
beforeEach(() => {
  // happy-dom has no layout, so the box must not be fitted to its text.
  vi.stubGlobal('CSS', { supports: () => true, escape: (text: string) => text });
  microphone = new FakeMicrophone();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const dock = (conversationId = 'c') => (
  <Dock
    key={conversationId}
    boxRef={createRef()}
    conversationId={conversationId}
    notice={null}
    onBelow={nothing}
    onSend={nothing}
    onSignIn={nothing}
    onUpgrade={nothing}
  />
);
const DOCK = dock();

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const button = (name: string) => screen.queryByRole('button', { name });

/** A chat whose microphone has been allowed and records. */
async function dictating(draft = '') {
  const page = await renderConversation(DOCK, [], { drafts: { c: draft } });
  await page.press('Dictate');
  await screen.findByRole('timer');
  const answer = async (words: string | Error) => {
    await waitFor(() => expect(page.api.transcriptions.length).toBeGreaterThan(0));
    const asked = page.api.transcriptions.at(-1);
    await act(async () => (words instanceof Error ? asked?.reject(words) : asked?.resolve(words)));
  };
  return { ...page, answer };
}

test('shows the time, and puts the words at the caret without sending them', async () => {
  const { api, press, chat, answer } = await dictating('Before after');
  box().setSelectionRange(6, 6);
  await microphone.recordUntil(75);
  expect(screen.getByRole('timer').textContent).toBe('1:15 / 5:00');
  expect(document.activeElement).toBe(button('Done'));
  expect(button('Dictate')).toBeNull();
  await press('Done');
  await screen.findByText('Transcribing…');
  expect(microphone.isInUse).toBe(false);
  await answer('the words');
  await waitFor(() => expect(box().value).toBe('Before the words after'));
  expect(screen.queryByRole('group', { name: 'Dictation' })).toBeNull();
  await waitFor(() => expect(box().selectionStart).toBe('Before the words'.length));
  expect(api.streams).toEqual([]);
  expect(chat.getState().drafts['c']).toBe('Before the words after');
});

test('pauses reading aloud until the user goes on', async () => {
  const { press } = await renderConversation(DOCK, []);
  reading.setState({ messageId: 'r', isPaused: false });
  await press('Dictate');
  await screen.findByRole('timer');
  expect(reading.getState()).toMatchObject({ messageId: 'r', isPaused: true });
  await press('Cancel');
  expect(reading.getState().isPaused).toBe(true);
  act(stopReading);
});

test('sends the recording whole, under the type that the recorder chose', async () => {
  microphone.type = 'audio/mp4';
  const { api, press } = await dictating();
  await microphone.recordUntil(2);
  await press('Done');
  await waitFor(() => expect(api.transcriptions).toHaveLength(1));
  const recording = api.transcriptions[0]?.recording;
  expect(recording?.type).toBe('audio/mp4');
  expect(await recording?.text()).toBe('1;2;end');
});

test.each([
  [['audio/webm;codecs=opus', 'audio/mp4'], 'audio/webm;codecs=opus'],
  [['audio/ogg;codecs=opus'], 'audio/ogg;codecs=opus'],
  [['audio/mp4'], 'audio/mp4'],
  [[], undefined],
])('a browser that records %j is asked for %s', async (supported, type) => {
  microphone.supported = supported;
  await dictating();
  expect(microphone.options).toEqual([{ audioBitsPerSecond: 32_000, ...(type && { mimeType: type }) }]);
});

test.each([
  ['NotAllowedError', 'The microphone is blocked.'],
  ['NotFoundError', 'No microphone was found.'],
  ['NotReadableError', 'The microphone is used by another app.'],
  ['TypeError', 'The microphone didn’t start.'],
])('says what to do after %s, and records when it works', async (name, sentence) => {
  microphone.answersWith(() => Promise.reject(new DOMException('no', name)));
  const { press } = await renderConversation(DOCK, []);
  await press('Dictate');
  expect((await screen.findByRole('alert')).textContent).toContain(sentence);
  microphone.answersWith(async () => {});
  await press('Record again');
  await screen.findByRole('timer');
});

test('says so where the browser can’t record', async () => {
  vi.stubGlobal('MediaRecorder', undefined);
  const { press } = await renderConversation(DOCK, []);
  await press('Dictate');
  expect((await screen.findByRole('alert')).textContent).toContain('This browser can’t record here.');
  await press('Close');
  await screen.findByRole('button', { name: 'Dictate' });
});

test('keeps the recording when the microphone is taken away', async () => {
  const { api, press, answer } = await dictating();
  await microphone.recordUntil(3);
  await microphone.disconnect();
  expect((await screen.findByRole('alert')).textContent).toContain('The microphone was disconnected.');
  expect(microphone.isInUse).toBe(false);
  await press('Transcribe');
  await answer('until then');
  await waitFor(() => expect(box().value).toBe('until then'));
  expect(await api.transcriptions[0]?.recording.text()).toBe('1;2;3;end');
});

test('asks about a silent microphone, and sends no silence', async () => {
  microphone.loudness = 0;
  const { api, press } = await dictating();
  await microphone.recordUntil(3);
  expect(screen.getByText('Listening…')).toBeDefined();
  await microphone.recordUntil(5);
  expect(screen.getByText('We can’t hear anything. Is your microphone muted?')).toBeDefined();
  await press('Done');
  expect((await screen.findByRole('alert')).textContent).toContain('We didn’t hear anything.');
  expect(api.transcriptions).toEqual([]);
  microphone.loudness = 0.5;
  await press('Record again');
  await microphone.recordUntil(10);
  await press('Done');
  await waitFor(() => expect(api.transcriptions).toHaveLength(1));
});

test.each([
  [new TransportError('cut'), 'Can’t reach the server.'],
  [new AppError('model-failed', { message: 'The transcription service failed.' }), 'The transcription service failed.'],
  [new AppError('unauthorized'), 'Please sign in again.'],
])('keeps the recording after %s, and sends it again', async (error, sentence) => {
  const { api, press, answer } = await dictating('Draft');
  await microphone.recordUntil(2);
  await press('Done');
  await answer(error);
  expect((await screen.findByRole('alert')).textContent).toContain(sentence);
  await press('Transcribe');
  await waitFor(() => expect(api.transcriptions).toHaveLength(2));
  await answer('words');
  await waitFor(() => expect(box().value).toBe('Draft words'));
  const [first, second] = await Promise.all(api.transcriptions.map(({ recording }) => recording.text()));
  expect(second).toBe(first);
});

test('says so when the recording has no words', async () => {
  const { press, answer } = await dictating('Draft');
  await microphone.recordUntil(2);
  await press('Done');
  await answer('');
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t make out any words.');
  expect(box().value).toBe('Draft');
});

test('ends by itself after five minutes, and transcribes', async () => {
  const { api } = await dictating();
  await microphone.recordUntil(400);
  await waitFor(() => expect(api.transcriptions).toHaveLength(1));
  expect((await api.transcriptions[0]?.recording.text())?.split(';')).toHaveLength(301);
  expect(microphone.isInUse).toBe(false);
});

test('Cancel releases the microphone and sends nothing', async () => {
  const { api, press } = await dictating('Draft');
  await microphone.recordUntil(2);
  await press('Cancel');
  await screen.findByRole('button', { name: 'Dictate' });
  expect(microphone.isInUse).toBe(false);
  expect(api.transcriptions).toEqual([]);
  expect(box().value).toBe('Draft');
});

test('Cancel while transcribing ignores the words', async () => {
  const { api, press, answer } = await dictating();
  await microphone.recordUntil(2);
  await press('Done');
  await waitFor(() => expect(api.transcriptions).toHaveLength(1));
  await press('Cancel');
  expect(api.transcriptions[0]?.signal.aborted).toBe(true);
  await answer('too late');
  expect(box().value).toBe('');
});

test('releases a microphone that is allowed after Cancel', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  microphone.answersWith(() => promise);
  const { press } = await renderConversation(DOCK, []);
  await press('Dictate');
  await screen.findByText('Allow the microphone to begin.');
  await press('Cancel');
  await act(async () => resolve());
  expect(microphone.tracks).toHaveLength(1);
  expect(microphone.isInUse).toBe(false);
});

test('ends the recording when another conversation is shown, and the words wait in its draft', async () => {
  const { show, chat, answer, storage } = await leaving();
  await microphone.recordUntil(2);
  expect(storage.get(UNFINISHED_KEY)).toBe('c');
  await show('d');
  await waitFor(() => expect(microphone.isInUse).toBe(false));
  await answer('in the background');
  await waitFor(() => expect(chat.getState().drafts['c']).toBe('Draft in the background'));
  expect(chat.getState().drafts['d']).toBeUndefined();
  expect(storage.get(UNFINISHED_KEY)).toBeNull();
});

test('shows a recording that was not transcribed when its conversation is shown again', async () => {
  const { show, press, answer } = await leaving();
  await microphone.recordUntil(2);
  await show('d');
  await answer(new TransportError('cut'));
  expect(screen.queryByRole('group', { name: 'Dictation' })).toBeNull();
  await show('c');
  expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach the server.');
  await press('Transcribe');
  await answer('at last');
  await waitFor(() => expect(box().value).toBe('Draft at last'));
});

test('a temporary chat discards its recording with itself', async () => {
  const { show, api, set } = await leaving({ isTemporary: true });
  await microphone.recordUntil(2);
  await show('d');
  await waitFor(() => expect(microphone.isInUse).toBe(false));
  await set({});
  expect(api.transcriptions).toEqual([]);
});

/** A chat that dictates in conversation `c` and can show others. */
async function leaving(state: Parameters<typeof renderConversation>[2] = {}) {
  const page = await renderConversation(DOCK, [], { drafts: { c: 'Draft' }, ...state });
  await page.press('Dictate');
  await screen.findByRole('timer');
  return {
    ...page,
    show: (conversationId: string) => page.show(<ChatContext value={page.chat}>{dock(conversationId)}</ChatContext>),
    answer: async (words: string | Error) => {
      await waitFor(() => expect(page.api.transcriptions.length).toBeGreaterThan(0));
      const asked = page.api.transcriptions.at(-1);
      await act(async () => (words instanceof Error ? asked?.reject(words) : asked?.resolve(words)));
    },
  };
}

test('offers what a closed tab recorded, and deletes it once it is transcribed', async () => {
  const page = await renderConversation(dock('d'), []);
  const stored = openStoredRecording(ADA._id, 'c');
  const { signal } = new AbortController();
  await stored.put(1, new Blob(['1;'], { type: 'audio/mp4' }), signal);
  await stored.put(2, new Blob(['2;'], { type: 'audio/mp4' }), signal);
  changeUnfinished(page.storage, 'c', true);
  await page.show(<ChatContext value={page.chat}>{DOCK}</ChatContext>);
  expect((await screen.findByRole('alert')).textContent).toBe('This recording hasn’t been transcribed yet.');
  expect(microphone.asked).toEqual([]);
  await page.press('Transcribe');
  await waitFor(() => expect(page.api.transcriptions).toHaveLength(1));
  const [asked] = page.api.transcriptions;
  expect([asked?.recording.type, await asked?.recording.text()]).toEqual(['audio/mp4', '1;2;']);
  await act(async () => asked?.resolve('from before'));
  await waitFor(() => expect(box().value).toBe('from before'));
  await waitFor(async () => expect(await stored.pieces()).toEqual([]));
  expect(page.storage.get(UNFINISHED_KEY)).toBeNull();
});

test('stores each second until the words arrive, and nothing of a temporary chat', async () => {
  const stored = openStoredRecording(ADA._id, 'c');
  const { press, answer, storage } = await dictating();
  await microphone.recordUntil(3);
  await waitFor(async () => expect(await stored.pieces()).toHaveLength(3));
  expect(storage.get(UNFINISHED_KEY)).toBe('c');
  await press('Done');
  await answer('words');
  await waitFor(async () => expect(await stored.pieces()).toEqual([]));

  cleanup();
  const temporary = await leaving({ isTemporary: true });
  await microphone.recordUntil(6);
  expect(await stored.pieces()).toEqual([]);
  expect(temporary.storage.get(UNFINISHED_KEY)).toBeNull();
});

test('says that another tab dictates, and leaves its recording alone', async () => {
  const page = await renderConversation(dock('d'), []);
  const stored = openStoredRecording(ADA._id, 'c');
  await stored.put(1, new Blob(['1;']), new AbortController().signal);
  changeUnfinished(page.storage, 'c', true);
  const request = () => Promise.reject(new DOMException('It takes too long.', 'TimeoutError'));
  vi.stubGlobal('navigator', { ...navigator, locks: { request } });
  await page.show(<ChatContext value={page.chat}>{DOCK}</ChatContext>);
  const sentence = 'Another tab is dictating into this conversation.';
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  await page.press('Close');
  await screen.findByRole('button', { name: 'Dictate' });
  expect(await stored.pieces()).toHaveLength(1);
  expect(page.storage.get(UNFINISHED_KEY)).toBe('c');

  await page.press('Dictate');
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  // That tab is closed: its recording is offered instead of being replaced.
  vi.stubGlobal('navigator', { ...navigator, locks: undefined });
  await page.press('Record again');
  await screen.findByText('This recording hasn’t been transcribed yet.');
  expect(microphone.asked).toEqual([]);
  await page.press('Discard');
  await waitFor(async () => expect(await stored.pieces()).toEqual([]));
});

test('there is no button on a server without dictation, and none for a visitor', async () => {
  const scripted = new ScriptedChat();
  const part = <ChatContext value={scripted.open().store}>{DOCK}</ChatContext>;
  await renderWithClient(part, { api: scripted.api, account: {}, settings: { takesDictation: false } });
  expect(button('Dictate')).toBeNull();
  const { session } = await renderConversation(DOCK, []);
  expect(button('Dictate')).not.toBeNull();
  act(() => session.setState({ status: 'signed-out', user: null }));
  expect(button('Dictate')).toBeNull();
});

test('a sign-out discards the recording and releases the microphone, and an expired session does not', async () => {
  const page = await renderConversation(DOCK, []);
  const ends = vi.spyOn(page.client, 'beforeSessionEnds');
  await page.press('Dictate');
  await screen.findByRole('timer');
  await microphone.recordUntil(2);
  const end = (why: 'expired' | 'signed-out') => act(async () => ends.mock.calls.at(-1)?.[0](why));
  await end('expired');
  expect(microphone.isInUse).toBe(true);
  await end('signed-out');
  await waitFor(() => expect(microphone.isInUse).toBe(false));
  expect(page.api.transcriptions).toEqual([]);
  expect(page.storage.get(UNFINISHED_KEY)).toBeNull();
});
