import { DICTATION_LIMITS, t } from '@parley/core';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { problemText } from '../../../stores/problem-text.ts';
import { pauseReading } from '../read-aloud/reading.ts';
import { CANNOT_RECORD, canRecord, microphoneProblem } from './microphone-problem.ts';
import type { StoredRecording } from '../../../stores/dictation/stored-recording.ts';
import { startRecording, type Recorder } from './start-recording.ts';
import type { TabLock } from './tab-lock.ts';

export type DictationState =
  /** Waits for the permission to use the microphone. */
  | { step: 'starting' }
  | { step: 'recording'; seconds: number; isSilent: boolean }
  | { step: 'transcribing' }
  /** Stopped with a sentence for the user, and with the recording if there is one. */
  | { step: 'problem'; sentence: string; hasRecording: boolean };

export interface Dictation {
  store: StoreApi<DictationState>;
  /** The loudness of the microphone, from 0 to 1. */
  level(): number;
  /** Records from the beginning. */
  record(): Promise<void>;
  /** Offers the recording that an earlier visit left; ends if there is none. */
  resume(): Promise<void>;
  /** Ends the recording and transcribes it. */
  finish(): Promise<void>;
  /** Transcribes what was recorded. */
  transcribe(): Promise<void>;
  /** Discards everything and releases the microphone. */
  cancel(): void;
}

interface DictationDependencies {
  /** Keeps the recording beyond this visit. */
  stored: StoredRecording;
  /** Held while this tab records or has a recording. */
  lock: Pick<TabLock, 'acquire'>;
  transcribe(recording: Blob, signal: AbortSignal): Promise<string>;
  /** The words of the recording; never empty. */
  onWords(words: string): void;
  /** The words were delivered, the user discarded the recording, or there was none. */
  onEnd(): void;
}

/** Seconds of silence after which the user is asked about the microphone. */
const SILENT_AFTER = 4;
/** The last piece must fit as well. */
const MOST_BYTES = DICTATION_LIMITS.bytes - 512 * 1024;

const HEARD_NOTHING = t`We didn’t hear anything. Check that your microphone isn’t muted.`;
const NO_WORDS = t`We couldn’t make out any words. Move closer to the microphone and try again.`;
const UNFINISHED = t`This recording hasn’t been transcribed yet.`;
const ELSEWHERE = t`Another tab is dictating into this conversation.`;
const LOST = t`The microphone was disconnected. You can still use what it recorded.`;

/** One dictation: records the microphone, and turns the recording into words. */
export function createDictation({ stored, lock, transcribe, onWords, onEnd }: DictationDependencies): Dictation {
  const store = createStore<DictationState>(() => ({ step: 'starting' }));
  let recorder: Recorder | null = null;
  let pieces: Blob[] = [];
  let startedAt = 0;
  /** Whether another tab held the lock, which may have left a recording. */
  let wasElsewhere = false;
  /** Aborted when the dictation is canceled or begins again. */
  let controller = new AbortController();

  const show = (state: DictationState) => store.setState(state, true);
  const showProblem = (sentence: string, hasRecording: boolean) =>
    show({ step: 'problem', sentence, hasRecording: hasRecording && pieces.length > 0 });
  const isRecording = () => store.getState().step === 'recording';

  function onPiece(piece: Blob): void {
    pieces.push(piece);
    void stored.put(pieces.length, piece, controller.signal);
    if (!isRecording()) return;
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const bytes = pieces.reduce((sum, { size }) => sum + size, 0);
    show({ step: 'recording', seconds, isSilent: seconds >= SILENT_AFTER && recorder?.hasHeard() === false });
    if (seconds >= DICTATION_LIMITS.seconds || bytes > MOST_BYTES) void finish();
  }

  async function record(): Promise<void> {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    pieces = [];
    // The microphone would record it.
    pauseReading();
    if (!canRecord()) return showProblem(CANNOT_RECORD, false);
    show({ step: 'starting' });
    const isAcquired = await lock.acquire();
    if (isAcquired && wasElsewhere) pieces = await stored.pieces();
    if (signal.aborted) return;
    wasElsewhere = !isAcquired;
    if (!isAcquired) return showProblem(ELSEWHERE, false);
    if (pieces.length > 0) return showProblem(UNFINISHED, true);
    await stored.delete();
    try {
      recorder = await startRecording({
        signal,
        onPiece: (piece) => !signal.aborted && onPiece(piece),
        onLost: () => isRecording() && showProblem(LOST, true),
      });
      startedAt = performance.now();
      show({ step: 'recording', seconds: 0, isSilent: false });
    } catch (error) {
      if (!signal.aborted) showProblem(microphoneProblem(error), false);
    }
  }

  async function resume(): Promise<void> {
    const { signal } = controller;
    const isAcquired = await lock.acquire();
    if (isAcquired) pieces = await stored.pieces();
    if (signal.aborted) return;
    wasElsewhere = !isAcquired;
    if (!isAcquired) showProblem(ELSEWHERE, false);
    else if (pieces.length > 0) showProblem(UNFINISHED, true);
    else onEnd();
  }

  async function finish(): Promise<void> {
    if (!recorder || !isRecording()) return;
    const { signal } = controller;
    show({ step: 'transcribing' });
    await recorder.stop();
    if (signal.aborted) return;
    // Services invent words for silence.
    if (!recorder.hasHeard()) return showProblem(HEARD_NOTHING, false);
    await send();
  }

  async function send(): Promise<void> {
    const { signal } = controller;
    show({ step: 'transcribing' });
    try {
      // Safari records another type than it was asked for, so only the pieces know it.
      const words = await transcribe(new Blob(pieces, { type: pieces[0]?.type ?? '' }), signal);
      if (signal.aborted) return;
      if (words === '') return showProblem(NO_WORDS, false);
      controller.abort();
      onWords(words);
      onEnd();
    } catch (error) {
      if (!signal.aborted) showProblem(problemText(error), true);
    }
  }

  return {
    store,
    level: () => recorder?.level() ?? 0,
    record,
    resume,
    finish,
    transcribe: send,
    cancel() {
      controller.abort();
      void recorder?.stop();
      pieces = [];
      onEnd();
    },
  };
}
