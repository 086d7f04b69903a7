import { t } from '@parley/core';
import type { Speech } from '../../../api/calls/audio-calls.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { receiveSpeech, type ReceivedSpeech } from './receive-speech.ts';
import { speechUrl } from './speech-url.ts';
import type { Voice } from './voice.ts';

/** How many sentences are loaded beyond the one that is spoken. */
const AHEAD = 2;
const UNPLAYABLE = t`This browser couldn’t play the speech. Try again.`;

/**
 * Speaks these sentences with the server's speech model. An audio element plays on while the screen is locked. Create
 * it in the handler of a press: Safari lets only such an element play.
 */
export function createModelVoice(
  texts: string[],
  load: (sentence: string, signal: AbortSignal) => Promise<Speech>,
): Voice & { close(): void } {
  const audio = new Audio();
  audio.load();
  const closing = new AbortController();
  const loaded = new Map<number, Promise<ReceivedSpeech>>();
  let url: string | undefined;
  let current = 0;

  function loadOnce(index: number): Promise<ReceivedSpeech> {
    const known = loaded.get(index);
    if (known) return known;
    const loading = load(texts[index] ?? '', closing.signal).then(receiveSpeech);
    // Loaded ahead: the failure shows when the sentence is reached, which tries again.
    loading.then(({ arrived }) => arrived).catch(() => loaded.delete(index));
    loaded.set(index, loading);
    return loading;
  }

  function silence(): void {
    current++;
    audio.pause();
    if (url !== undefined) URL.revokeObjectURL(url);
    url = undefined;
  }

  return {
    silence,
    speak(index, rate, { onEnd, onProblem }) {
      silence();
      const own = current;
      const run = async () => {
        const speech = await loadOnce(index);
        if (own !== current) return;
        for (let next = index + 1; next <= index + AHEAD && next < texts.length; next++) void loadOnce(next);
        for (const key of loaded.keys()) if (key < index) loaded.delete(key);
        const playable = await speechUrl(speech);
        if (own !== current) return URL.revokeObjectURL(playable.url);
        url = playable.url;
        audio.src = url;
        audio.playbackRate = rate;
        audio.onended = () => own === current && onEnd();
        audio.onerror = () => own === current && onProblem(UNPLAYABLE);
        await Promise.all([audio.play(), playable.passedOn]);
      };
      run().catch((error: unknown) => {
        if (own === current) onProblem(error instanceof DOMException ? UNPLAYABLE : problemText(error));
      });
    },
    close() {
      silence();
      closing.abort();
      loaded.clear();
    },
  };
}
