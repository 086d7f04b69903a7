import { t } from '@parley/core';
import { detectLanguage } from './detect-language.ts';
import { findVoice } from './find-voice.ts';
import type { Voice } from './voice.ts';
import { LOCALE } from '../../../kit/text/format/locale.ts';

export const NO_VOICE = t`This device has no voice that can read aloud.`;
const VOICE_FAILED = t`The device’s voice stopped. Try again.`;

/** Speaks these sentences, each in its language, with voices of the device. Returns the problem if there is none. */
export function createDeviceVoice(texts: string[], voices: SpeechSynthesisVoice[]): Voice | string {
  const detected = detectLanguage(texts.join('\n'));
  const main = findVoice(voices, detected ?? navigator.language) ?? (detected === undefined ? voices[0] : undefined);
  if (!main) {
    if (voices.length === 0 || detected === undefined) return NO_VOICE;
    return t`This device has no voice for ${new Intl.DisplayNames(LOCALE, { type: 'language' }).of(detected) ?? detected}.`;
  }
  /** Kept here, because Chromium sends no `end` of an utterance that was collected as garbage. */
  let utterance: SpeechSynthesisUtterance | undefined;

  function silence(): void {
    if (!utterance) return;
    utterance = undefined;
    speechSynthesis.cancel();
  }

  return {
    silence,
    speak(index, rate, { onEnd, onProblem }) {
      silence();
      const text = texts[index] ?? '';
      const spoken = new SpeechSynthesisUtterance(text);
      spoken.voice = voiceOf(text, main, voices);
      spoken.lang = spoken.voice.lang;
      spoken.rate = rate;
      // Browsers report the end of a canceled utterance too.
      spoken.addEventListener('end', () => utterance === spoken && onEnd());
      spoken.addEventListener('error', () => utterance === spoken && onProblem(VOICE_FAILED));
      utterance = spoken;
      speechSynthesis.speak(spoken);
    },
  };
}

/** The voice of a sentence: the reply's own, unless the sentence is in another script. */
function voiceOf(text: string, main: SpeechSynthesisVoice, voices: SpeechSynthesisVoice[]): SpeechSynthesisVoice {
  const language = /\p{Script=Latin}/u.test(text) ? undefined : detectLanguage(text);
  const isOwn =
    language === undefined || main.lang.startsWith(language) || (language === 'zh' && main.lang.startsWith('ja'));
  return isOwn ? main : (findVoice(voices, language) ?? main);
}
