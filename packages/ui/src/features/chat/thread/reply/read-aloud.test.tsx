// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { question, reply } from '../../../../stores/testing/scripted-samples.ts';
import { renderConversation } from '../../../../testing/render-chat.tsx';
import { stopReading } from '../../read-aloud/reading.ts';
import { MessageRow } from '../list/message-row.tsx';

afterEach(() => {
  act(stopReading);
  vi.unstubAllGlobals();
});

class FakeUtterance extends EventTarget {
  voice: SpeechSynthesisVoice | null = null;
  rate = 1;
  lang = '';
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
}

/** Stands in for the device's voices: an utterance ends when the test says so. */
function stubVoices(...voices: Partial<SpeechSynthesisVoice>[]) {
  const spoken: FakeUtterance[] = [];
  const cancel = vi.fn<() => void>();
  const synthesis = {
    getVoices: () => voices,
    cancel,
    speak: (utterance: FakeUtterance) => void spoken.push(utterance),
  };
  vi.stubGlobal('speechSynthesis', Object.assign(new EventTarget(), synthesis));
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
  const send = (type: 'end' | 'error') => act(async () => void spoken.at(-1)?.dispatchEvent(new Event(type)));
  return { spoken, cancel, texts: () => spoken.map(({ text }) => text), send };
}

const ENGLISH = { localService: true, default: true, lang: 'en-US', name: 'English' };
const GERMAN = { localService: true, default: false, lang: 'de_DE', name: 'German' };

async function renderReplies(...texts: string[]) {
  const ids = texts.map((_text, index) => `r${index}`);
  const rows = ids.map((id, index) => (
    <MessageRow key={id} conversationId="c" messageId={id} isFirst={false} isLast={index === ids.length - 1} isNear />
  ));
  const messages = ids.flatMap((id, index) => [question(`q${index}`, 'Why?'), reply(id, { text: texts[index] ?? '' })]);
  const chat = await renderConversation(<main>{rows}</main>, messages);
  const choose = async (name: string, index = 0) => {
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'More options' })).toHaveLength(texts.length));
    await waitFor(() => expect(document.querySelectorAll('.prose')).toHaveLength(texts.length));
    const [trigger] = screen.getAllByRole('button', { name: 'More options' }).slice(index);
    if (trigger) await chat.user.click(trigger);
    await chat.user.click(await screen.findByRole('menuitem', { name }));
  };
  return { ...chat, choose };
}

test('a reply is read sentence by sentence with a voice of the device, and the controls go when it ends', async () => {
  const { texts, spoken, send } = stubVoices({ ...ENGLISH, localService: false }, ENGLISH);
  const { choose } = await renderReplies('So it is. Thus.');
  await choose('Read aloud');
  expect(texts()).toEqual(['So it is.']);
  expect(spoken[0]?.voice).toBe(ENGLISH);
  await screen.findByRole('group', { name: 'Read aloud' });
  await send('end');
  expect(texts()).toEqual(['So it is.', 'Thus.']);
  await send('end');
  expect(screen.queryByRole('group', { name: 'Read aloud' })).toBeNull();
});

test('the controls have the focus; a pause repeats the sentence, and so does another speed', async () => {
  const { texts, spoken, cancel, send } = stubVoices(ENGLISH);
  const { choose, press, user } = await renderReplies('So. Thus.');
  await choose('Read aloud');
  const pause = await screen.findByRole('button', { name: 'Pause reading' });
  await waitFor(() => expect(document.activeElement).toBe(pause));
  await press('Pause reading');
  expect(cancel).toHaveBeenCalledOnce();
  // Browsers report the end of a canceled utterance too.
  await send('end');
  expect(texts()).toEqual(['So.']);
  await press('Go on reading');
  expect(texts()).toEqual(['So.', 'So.']);
  await press('Speed: 1');
  expect(spoken.at(-1)?.rate).toBe(1.25);
  expect(texts()).toEqual(['So.', 'So.', 'So.']);
  await press('Speed: 1.25');
  await press('Speed: 1.5');
  await press('Speed: 2');
  await press('Speed: 0.75');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('group', { name: 'Read aloud' })).toBeNull();
});

test('one reply is read at a time, and its menu ends the reading', async () => {
  const { texts } = stubVoices(ENGLISH);
  const { choose } = await renderReplies('First. Second.', 'Third. Fourth.');
  await choose('Read aloud', 0);
  await choose('Read aloud', 1);
  expect(texts()).toEqual(['First.', 'Third.']);
  await waitFor(() => expect(screen.getAllByRole('group', { name: 'Read aloud' })).toHaveLength(1));
  await choose('Stop reading', 1);
  expect(screen.queryByRole('group', { name: 'Read aloud' })).toBeNull();
});

test('the reading ends when its reply leaves the page', async () => {
  const { cancel } = stubVoices(ENGLISH);
  const { choose, set } = await renderReplies('So. End.');
  await choose('Read aloud');
  await set({ messages: {} });
  await waitFor(() => expect(cancel).toHaveBeenCalledOnce());
});

test('the voice speaks the language of the reply, also when the browser lists its voices late', async () => {
  const voices: Partial<SpeechSynthesisVoice>[] = [];
  const { spoken } = stubVoices();
  Object.assign(speechSynthesis, { getVoices: () => voices });
  const { choose } = await renderReplies('Die Katze ist nicht auf dem Sofa.');
  await choose('Read aloud');
  expect(spoken).toEqual([]);
  voices.push(ENGLISH, GERMAN);
  speechSynthesis.dispatchEvent(new Event('voiceschanged'));
  await waitFor(() => expect(spoken[0]?.voice).toBe(GERMAN));
});

test.each([
  ['猫は机の上で眠っています。', [ENGLISH], 'This device has no voice for Japanese.'],
  ['So it is.', [{ ...ENGLISH, localService: false }], 'This device has no voice that can read aloud.'],
  ['...', [ENGLISH], 'This reply has no text to read aloud.'],
])('a reply that cannot be read says why: %s', async (text, voices, problem) => {
  const { spoken } = stubVoices(...voices);
  const { chat, choose } = await renderReplies(text);
  await choose('Read aloud');
  await waitFor(() => expect(chat.getState().notice?.text).toBe(problem));
  expect(spoken).toEqual([]);
  expect(screen.queryByRole('group', { name: 'Read aloud' })).toBeNull();
});

test('a voice that fails ends the reading with a sentence', async () => {
  const { send } = stubVoices(ENGLISH);
  const { chat, choose } = await renderReplies('So. Thus.');
  await choose('Read aloud');
  await send('error');
  expect(chat.getState().notice?.text).toBe('The device’s voice stopped. Try again.');
  expect(screen.queryByRole('group', { name: 'Read aloud' })).toBeNull();
});

test('a browser that cannot speak offers no reading', async () => {
  const { press } = await renderReplies('So.');
  await screen.findByRole('button', { name: 'More options' });
  await press('More options');
  await screen.findByRole('menuitem', { name: 'Longer' });
  expect(screen.queryByRole('menuitem', { name: 'Read aloud' })).toBeNull();
});
