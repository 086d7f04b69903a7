// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { AppError } from '@parley/core';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { question, reply } from '../../../../stores/testing/scripted-samples.ts';
import type { ScriptedApi } from '../../../../stores/testing/scripted-api.ts';
import { ScriptedChat } from '../../../../stores/testing/scripted-chat.ts';
import { renderWithClient } from '../../../../testing/render-with-client.tsx';
import { ChatContext } from '../../../../stores/client.ts';
import { reading, stopReading } from '../../read-aloud/reading.ts';
import { MessageRow } from '../list/message-row.tsx';

afterEach(() => {
  act(stopReading);
  Reflect.deleteProperty(navigator, 'mediaSession');
  vi.unstubAllGlobals();
});

/** Stands in for the browser's audio element: a sentence ends when the test says so. */
function stubAudio() {
  const played: { audio: FakeAudio; rate: number; text: Promise<string> }[] = [];
  const blobs = new Map<string, Blob>();
  class FakeAudio {
    src = '';
    playbackRate = 1;
    onended: (() => void) | undefined;
    onerror: (() => void) | undefined;
    load() {}
    pause() {}
    async play() {
      played.push({ audio: this, rate: this.playbackRate, text: blobs.get(this.src)?.text() ?? Promise.resolve('') });
    }
  }
  vi.stubGlobal('Audio', FakeAudio);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void blobs.delete(url));
  const texts = () => Promise.all(played.map(({ text }) => text));
  const end = () => act(async () => played.at(-1)?.audio.onended?.());
  return { played, texts, end, blobs };
}

function stubMediaSession() {
  const handlers = new Map<string, (() => void) | null>();
  const mediaSession = {
    metadata: null as { title: string } | null,
    playbackState: 'none',
    setActionHandler: (name: string, handler: (() => void) | null) => void handlers.set(name, handler),
  };
  Object.defineProperty(navigator, 'mediaSession', { value: mediaSession, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaSession'));
  vi.stubGlobal(
    'MediaMetadata',
    class {
      readonly title: string;
      constructor({ title }: { title: string }) {
        this.title = title;
      }
    },
  );
  return { mediaSession, press: (name: string) => act(async () => handlers.get(name)?.()) };
}

async function renderReply(text: string) {
  const scripted = new ScriptedChat();
  scripted.api.put('c', question('q', 'Why?'), reply('r', { text }));
  const chat = scripted.open().store;
  const row = <MessageRow conversationId="c" messageId="r" isFirst={false} isLast isNear />;
  const rendered = await renderWithClient(<ChatContext value={chat}>{row}</ChatContext>, {
    api: scripted.api,
    account: {},
    settings: { readsAloud: true },
  });
  await act(async () => {
    await chat.getState().start('ada');
    await chat.getState().openThread('c');
  });
  await waitFor(() => expect(document.querySelector('.prose')).not.toBeNull());
  const read = async () => {
    await rendered.press('More options');
    await rendered.user.click(await screen.findByRole('menuitem', { name: 'Read aloud' }));
  };
  return { ...rendered, chat, read };
}

test('the speech model reads sentence by sentence, and the next ones are loaded ahead', async () => {
  const { played, texts, end, blobs } = stubAudio();
  const { api, read } = await renderReply('One. Two. Three. Four.');
  await read();
  await waitFor(() => expect(played).toHaveLength(1));
  const loaded = () => api.calls.filter((call) => call.startsWith('speak'));
  expect(loaded()).toEqual(['speak One.', 'speak Two.', 'speak Three.']);
  for (const count of [2, 3, 4]) {
    await end();
    await waitFor(() => expect(played).toHaveLength(count));
  }
  expect(await texts()).toEqual(['One.', 'Two.', 'Three.', 'Four.']);
  expect(loaded()).toHaveLength(4);
  await end();
  expect(screen.queryByRole('group', { name: 'Read aloud' })).toBeNull();
  expect(blobs.size).toBe(0);
});

/** Lets the audio of this many sentences with this text break off. */
function breakSpeech(api: ScriptedApi, text: string, times: number) {
  const working = api.audio;
  let left = times;
  const start = (controller: ReadableStreamDefaultController) => controller.error(new TypeError('network error'));
  api.audio = async () => {
    const { speak, ...calls } = await working();
    return {
      ...calls,
      async speak(wanted) {
        const speech = await speak(wanted);
        return wanted.sentence === text && left-- > 0 ? { ...speech, body: new ReadableStream({ start }) } : speech;
      },
    };
  };
}

test('a sentence whose audio broke off ahead of time is loaded again when it is reached', async () => {
  const { played, texts, end } = stubAudio();
  const { api, read } = await renderReply('One. Two.');
  breakSpeech(api, 'Two.', 1);
  await read();
  await waitFor(() => expect(played).toHaveLength(1));
  await end();
  await waitFor(async () => expect(await texts()).toEqual(['One.', 'Two.']));
});

test('the reading ends with a sentence when the audio breaks off', async () => {
  stubAudio();
  const { api, chat, read } = await renderReply('One. Two.');
  breakSpeech(api, 'One.', 1);
  await read();
  const sentence = 'Can’t reach the server. Check your connection and try again.';
  await waitFor(() => expect(chat.getState().notice?.text).toBe(sentence));
  expect(reading.getState().messageId).toBeNull();
});

test('the lock screen shows the reading and controls it', async () => {
  const { played, texts } = stubAudio();
  const { mediaSession, press } = stubMediaSession();
  const { read } = await renderReply('One. Two.');
  await read();
  await waitFor(() => expect(played).toHaveLength(1));
  expect(mediaSession.metadata?.title).toBe('One.');
  await press('pause');
  expect(screen.getByRole('button', { name: 'Go on reading' })).toBeDefined();
  await press('play');
  await press('nexttrack');
  await press('previoustrack');
  await waitFor(async () => expect(await texts()).toEqual(['One.', 'One.', 'Two.', 'One.']));
  await press('stop');
  expect(screen.queryByRole('group', { name: 'Read aloud' })).toBeNull();
  expect(mediaSession.metadata).toBeNull();
});

test('when the service fails, a voice of the device reads on from the same sentence', async () => {
  const { played } = stubAudio();
  const spoken: string[] = [];
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class extends EventTarget {
      readonly text: string;
      constructor(text: string) {
        super();
        this.text = text;
      }
    },
  );
  vi.stubGlobal(
    'speechSynthesis',
    Object.assign(new EventTarget(), {
      getVoices: () => [{ localService: true, default: true, lang: 'en-US' }],
      cancel: () => {},
      speak: ({ text }: { text: string }) => void spoken.push(text),
    }),
  );
  const { api, read } = await renderReply('One. Two.');
  api.failures.set('speak', new AppError('model-failed'));
  await read();
  await waitFor(() => expect(spoken).toEqual(['One.']));
  expect(played).toEqual([]);
});

test.each([
  ['the service fails', 'speak'],
  ['the audio does not play', null],
])('without voices on the device, the reading ends with a sentence when %s', async (_why, failing) => {
  const { played } = stubAudio();
  const { api, chat, read } = await renderReply('One. Two.');
  if (failing !== null)
    api.failures.set(failing, new AppError('model-failed', { message: 'The speech service failed.' }));
  await read();
  if (failing === null) {
    await waitFor(() => expect(played).toHaveLength(1));
    await act(async () => played[0]?.audio.onerror?.());
  }
  const sentence =
    failing === null ? 'This browser couldn’t play the speech. Try again.' : 'The speech service failed.';
  await waitFor(() => expect(chat.getState().notice?.text).toBe(sentence));
  expect(reading.getState().messageId).toBeNull();
});

test('the device reads a temporary chat, which the server does not store', async () => {
  const { played } = stubAudio();
  const { api, chat, read } = await renderReply('One.');
  await act(async () => chat.setState({ isTemporary: true }));
  await read();
  await waitFor(() => expect(chat.getState().notice?.text).toBe('This device has no voice that can read aloud.'));
  expect(played).toEqual([]);
  expect(api.calls.filter((call) => call.startsWith('speak'))).toEqual([]);
});
