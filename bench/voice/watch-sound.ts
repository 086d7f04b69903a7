/** When the sentences of a reply are heard, in epoch milliseconds. */
export interface Heard {
  /** The first sound of each sentence. */
  begun: number[];
  ended: number[];
}

/** Runs in the page before anything else: watches the audio elements that it makes. */
export function watchSound(): void {
  const heard: Heard = { begun: [], ended: [] };
  const now = () => performance.timeOrigin + performance.now();
  const watch = (audio: HTMLAudioElement) => {
    let isSilent = true;
    audio.addEventListener('emptied', () => (isSilent = true));
    audio.addEventListener('ended', () => heard.ended.push(now()));
    const look = () => {
      if (isSilent && audio.currentTime > 0) heard.begun.push(now());
      isSilent &&= audio.currentTime === 0;
      requestAnimationFrame(look);
    };
    look();
    return audio;
  };
  const construct = (Native: typeof Audio) => watch(new Native());
  Object.assign(globalThis, { Audio: new Proxy(Audio, { construct }), heard });
}
