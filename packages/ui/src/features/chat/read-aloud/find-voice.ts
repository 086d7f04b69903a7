/** Resolves with the device's voices, after at most two seconds: some browsers list them only when asked twice. */
export function loadVoices(): Promise<SpeechSynthesisVoice[]> {
  return new Promise((resolve) => {
    const wait = AbortSignal.timeout(2_000);
    const answer = () => resolve(localVoices());
    if (localVoices().length > 0) return answer();
    wait.addEventListener('abort', answer);
    speechSynthesis.addEventListener('voiceschanged', answer, { signal: wait });
  });
}

/** The voices that run on this device. Others would send the reply to their maker. */
export function localVoices(): SpeechSynthesisVoice[] {
  return speechSynthesis.getVoices().filter((voice) => voice.localService);
}

/** The best of these voices for a language: of the reader's region, or the system's default, or the first. */
export function findVoice(voices: SpeechSynthesisVoice[], language: string): SpeechSynthesisVoice | undefined {
  // Android writes `en_US`.
  const tagOf = ({ lang }: SpeechSynthesisVoice) => lang.replace('_', '-').toLowerCase();
  const fitting = voices.filter((voice) => tagOf(voice).split('-')[0] === language.toLowerCase().split('-')[0]);
  const regions = navigator.languages.map((each) => each.toLowerCase());
  return (
    fitting.find((voice) => regions.includes(tagOf(voice))) ?? fitting.find((voice) => voice.default) ?? fitting[0]
  );
}
