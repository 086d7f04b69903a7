import { t } from '@parley/core';
import { createStore } from 'zustand/vanilla';
import type { Speech } from '../../../api/calls/audio-calls.ts';
import { createDeviceVoice, NO_VOICE } from './device-voice.ts';
import { loadVoices, localVoices } from './find-voice.ts';
import { markSentence } from './mark-sentence.ts';
import { showOnLockScreen, showPaused } from './media-session.ts';
import { createModelVoice } from './model-voice.ts';
import { spokenSentences, type SpokenSentence } from './spoken-sentences.ts';
import type { Voice } from './voice.ts';

const RATES = [1, 1.25, 1.5, 2, 0.75];
const NOTHING_TO_READ = t`This reply has no text to read aloud.`;

interface ReadingState {
  /** Key of the reply that is read, one at a time. */
  messageId: string | null;
  isPaused: boolean;
  /** Kept for the next reply. */
  rate: number;
}

export const reading = createStore<ReadingState>(() => ({ messageId: null, isPaused: false, rate: 1 }));

export interface ReadingOptions {
  /** Gets the sentence to show when the reply cannot be read. */
  onProblem: (problem: string) => void;
  /** Speaks a sentence on the server; null without a speech model. */
  load: ((sentence: string, signal: AbortSignal) => Promise<Speech>) | null;
}

let sentences: SpokenSentence[] = [];
let position = 0;
let voice: Voice | undefined;
let isOfDevice = false;
let endVoice = () => {};
let onProblem: (problem: string) => void = () => {};

/**
 * Reads a rendered reply aloud in place of the one before it: with the server's speech model, otherwise with voices of
 * the device. Call it in the handler of a press: Safari speaks only then.
 */
export async function readAloud(messageId: string, prose: Element, options: ReadingOptions): Promise<void> {
  stopReading();
  sentences = spokenSentences(prose);
  if (sentences.length === 0) return options.onProblem(NOTHING_TO_READ);
  ({ onProblem } = options);
  position = 0;
  reading.setState({ messageId, isPaused: false });
  addEventListener('pagehide', stopReading);
  const { load } = options;
  if (!load) return continueOnDevice();
  const model = createModelVoice(textsToRead(), load);
  const [{ text }] = sentences as [SpokenSentence];
  voice = model;
  isOfDevice = false;
  endVoice = () => {
    model.close();
    showOnLockScreen('', null);
  };
  showOnLockScreen(text, {
    play: () => setPaused(false),
    pause: () => setPaused(true),
    stop: stopReading,
    nexttrack: () => skip(1),
    previoustrack: () => skip(-1),
  });
  speak();
}

/** Ends the reading and removes its mark. */
export function stopReading(): void {
  removeEventListener('pagehide', stopReading);
  voice?.silence();
  endVoice();
  voice = undefined;
  endVoice = () => {};
  sentences = [];
  markSentence(null);
  if (reading.getState().messageId !== null) reading.setState({ messageId: null, isPaused: false });
}

/** Pauses until `togglePause`, if a reply is read. */
export function pauseReading(): void {
  if (reading.getState().messageId !== null) setPaused(true);
}

/** Pauses, or goes on from the beginning of the sentence: on Android, `speechSynthesis.pause` ends the speech. */
export function togglePause(): void {
  setPaused(!reading.getState().isPaused);
}

/** Goes to the next speed; the sentence begins again with it. */
export function changeRate(): void {
  const { rate, isPaused } = reading.getState();
  reading.setState({ rate: RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1 });
  if (!isPaused) speak();
}

const textsToRead = () => sentences.map(({ text }) => text);

function setPaused(isPaused: boolean): void {
  if (reading.getState().isPaused === isPaused) return;
  if (!isPaused) return speak();
  reading.setState({ isPaused });
  showPaused(isPaused);
  voice?.silence();
}

function skip(by: number): void {
  position = Math.max(0, position + by);
  speak();
}

function speak(): void {
  reading.setState({ isPaused: false });
  showPaused(false);
  if (!voice) return;
  const sentence = sentences[position];
  if (!sentence) return stopReading();
  markSentence(sentence.range);
  voice.speak(position, reading.getState().rate, {
    onEnd: () => skip(1),
    onProblem: (problem) => {
      // The rest is read by the device.
      if (isOfDevice) fail(problem);
      else void continueOnDevice(problem);
    },
  });
}

/** Reads on with voices of the device; without any, shows the earlier problem or that one. */
async function continueOnDevice(earlier?: string): Promise<void> {
  const { messageId } = reading.getState();
  endVoice();
  endVoice = () => {};
  voice = undefined;
  if (!('speechSynthesis' in globalThis)) return fail(earlier ?? NO_VOICE);
  const voices = localVoices().length > 0 ? localVoices() : await loadVoices();
  // Another reply was chosen meanwhile, or none.
  if (reading.getState().messageId !== messageId || voice) return;
  const device = createDeviceVoice(textsToRead(), voices);
  if (typeof device === 'string') return fail(earlier ?? device);
  voice = device;
  isOfDevice = true;
  if (!reading.getState().isPaused) speak();
}

function fail(problem: string): void {
  const show = onProblem;
  stopReading();
  show(problem);
}
